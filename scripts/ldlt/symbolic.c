/* Fronts of a factorisation: the elimination tree (Liu 1990), its supernodes, and where each entry goes. */
#include <stdlib.h>
#include <string.h>
#include "ldlt.h"

enum { FEW = 16 };            /* fronts with fewer own columns than this are joined with their parents */
static const double FILL = 0.1; /* share of zeros that joining larger ones may bring */

static void *take(size_t count, size_t size)
{
    return malloc(count ? count * size : 1);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Neighbours without repetition. */
static int make_graph(int n, int n_entries, const int *row, const int *column, Graph *graph)
{
    int *starts = calloc(n + 1, sizeof *starts), *at = NULL, *seen = NULL, *to = NULL;
    if (starts) {
        for (int k = 0; k < n_entries; k++)
            if (row[k] != column[k]) {
                starts[row[k]]++;
                starts[column[k]]++;
            }
        for (int i = 0, sum = 0; i <= n; i++) {
            int count = starts[i];
            starts[i] = sum;
            sum += count;
        }
        at = take(starts[n], sizeof *at);
        seen = take(n, sizeof *seen);
        to = take(n, sizeof *to);
    }
    if (!starts || !at || !seen || !to) {
        free(starts), free(at), free(seen), free(to);
        return -1;
    }
    memcpy(to, starts, n * sizeof *to);
    for (int k = 0; k < n_entries; k++)
        if (row[k] != column[k]) {
            at[to[row[k]]++] = column[k];
            at[to[column[k]]++] = row[k];
        }
    for (int i = 0; i < n; i++)
        seen[i] = -1;
    int kept = 0;
    for (int i = 0, from = 0; i < n; i++) {
        int end = starts[i + 1];
        starts[i] = kept;
        for (int k = from; k < end; k++)
            if (seen[at[k]] != i) {
                seen[at[k]] = i;
                at[kept++] = at[k];
            }
        from = end;
    }
    starts[n] = kept;
    free(seen), free(to);
    *graph = (Graph){n, starts, at};
    return 0;
}

/* Unknowns whose diagonal entries are all zero. */
static void find_late(int n, int n_entries, const int *row, const int *column, const double *value, char *is_late)
{
    for (int i = 0; i < n; i++)
        is_late[i] = 1;
    for (int k = 0; k < n_entries; k++)
        if (row[k] == column[k] && value[k] != 0.0)
            is_late[row[k]] = 0;
}

/* Parent of each column in the elimination tree, -1 without one; of the matrix as ordered. */
static void elimination_tree(const Graph *graph, const int *order, const int *place, int *parent, int *ancestor)
{
    for (int j = 0; j < graph->n; j++) {
        parent[j] = ancestor[j] = -1;
        for (int k = graph->starts[order[j]]; k < graph->starts[order[j] + 1]; k++)
            for (int i = place[graph->at[k]], next; i >= 0 && i < j; i = next) {
                next = ancestor[i];
                ancestor[i] = j;
                if (next < 0)
                    parent[i] = j;
            }
    }
}

/* Order in which children come right before their parents: to[k] is the k-th. */
static void postorder(int n, const int *parent, int *to, int *work)
{
    int *head = work, *next = work + n, *stack = work + 2 * n, done = 0;
    for (int i = 0; i < n; i++)
        head[i] = -1;
    for (int i = n - 1; i >= 0; i--)
        if (parent[i] >= 0) {
            next[i] = head[parent[i]];
            head[parent[i]] = i;
        }
    for (int root = 0; root < n; root++) {
        if (parent[root] >= 0)
            continue;
        int top = 0;
        stack[0] = root;
        while (top >= 0) {
            int i = stack[top], child = head[i];
            if (child >= 0) {
                head[i] = next[child];
                stack[++top] = child;
            } else {
                to[done++] = i;
                top--;
            }
        }
    }
}

/* Columns of L, as lists of rows below the diagonal in rising order. Where a column has all of its child but the
 * child's first row, it shares the child's list. */
typedef struct {
    int *rows;
    long used, room;
    long *begin;
    int *count;
    char *is_shared;
} Columns;

static int find_columns(const Graph *graph, const int *order, const int *place, const int *parent, Columns *columns,
                        int *work)
{
    int n = graph->n, *head = work, *next = work + n, *seen = work + 2 * n;
    for (int j = 0; j < n; j++)
        head[j] = seen[j] = -1;
    for (int j = 0; j < n; j++) {
        long most = graph->starts[order[j] + 1] - graph->starts[order[j]];
        int widest = -1;
        for (int c = head[j]; c >= 0; c = next[c]) {
            most += columns->count[c];
            if (widest < 0 || columns->count[c] > columns->count[widest])
                widest = c;
        }
        if (columns->used + most > columns->room || !columns->rows) {
            long room = 2 * (columns->used + most) + 1;
            int *rows = realloc(columns->rows, room * sizeof *rows);
            if (!rows)
                return -1;
            columns->rows = rows;
            columns->room = room;
        }
        int *to = columns->rows + columns->used, *begin = to;
        for (int k = graph->starts[order[j]]; k < graph->starts[order[j] + 1]; k++) {
            int i = place[graph->at[k]];
            if (i > j && seen[i] != j) {
                seen[i] = j;
                *to++ = i;
            }
        }
        for (int c = head[j]; c >= 0; c = next[c])
            for (int k = 0; k < columns->count[c]; k++) {
                int i = columns->rows[columns->begin[c] + k];
                if (i > j && seen[i] != j) {
                    seen[i] = j;
                    *to++ = i;
                }
            }
        columns->count[j] = (int)(to - begin);
        columns->is_shared[j] = widest >= 0 && columns->count[widest] == columns->count[j] + 1;
        if (columns->is_shared[j]) {
            columns->begin[j] = columns->begin[widest] + 1;
        } else {
            columns->begin[j] = columns->used;
            columns->used += columns->count[j];
            qsort(begin, columns->count[j], sizeof *begin, compare);
        }
        if (parent[j] >= 0) {
            next[j] = head[parent[j]];
            head[parent[j]] = j;
        }
    }
    return 0;
}

static long triangle(long columns, long rows)
{
    return columns * (columns + 1) / 2 + columns * rows;
}

/* Joins columns to fronts, and fronts with their parents where little is lost by it.
 *
 * On return into[j] is the last column of the front of column j, and n_own of it the number of its columns. */
static void join(int n, const int *parent, const Columns *columns, int *into, int *n_own, long *zeros)
{
    for (int j = 0; j < n; j++) {
        into[j] = j;
        n_own[j] = 1;
        zeros[j] = 0;
    }
    for (int j = 0; j < n; j++) { /* a column comes after all below it: what it heads is final when it is met */
        int p = parent[j];
        if (p < 0)
            continue;
        long own = n_own[j], others = columns->count[j], more = n_own[p], rest = columns->count[p];
        long apart = triangle(own, others) + triangle(more, rest);
        long lost = triangle(own + more, rest) - apart + zeros[j] + zeros[p];
        int is_same = others == more + rest;
        int is_small = own < FEW && more < FEW;
        if (is_same || is_small || lost < FILL * triangle(own + more, rest)) {
            into[j] = p;
            n_own[p] = (int)(own + more);
            zeros[p] = lost;
        }
    }
    for (int j = n - 1; j >= 0; j--)
        into[j] = into[into[j]];
}

static Symbolic *allocate(int n, int n_entries, int n_fronts, long n_rows)
{
    Symbolic *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->n = n, s->n_entries = n_entries, s->n_fronts = n_fronts;
    s->place = take(n, sizeof(int));
    s->parent = take(n_fronts, sizeof(int));
    s->first = calloc(n_fronts + 1, sizeof(int));
    s->starts = calloc(n_fronts + 1, sizeof(int));
    s->at = take(n_rows, sizeof(int));
    s->entry_starts = calloc(n_fronts + 2, sizeof(int));
    s->entry = take(n_entries, sizeof(int));
    s->row = take(n_entries, sizeof(int));
    s->column = take(n_entries, sizeof(int));
    if (s->place && s->parent && s->first && s->starts && s->at && s->entry_starts && s->entry && s->row && s->column)
        return s;
    forget(s);
    return NULL;
}

/* Numbers fronts so that children come before their parents; on return number[j] is that of the front of column j. */
static void number_fronts(int n, int n_fronts, const int *parent, const int *into, int *number, int *work)
{
    int *above = work, *sequence = work + n, *rank = work + 2 * n, *scratch = work + 3 * n, count = 0;
    for (int j = 0; j < n; j++)
        if (into[j] == j)
            number[j] = count++;
    for (int j = 0; j < n; j++)
        if (into[j] == j)
            above[number[j]] = parent[j] < 0 ? -1 : number[into[parent[j]]];
    postorder(n_fronts, above, sequence, scratch);
    for (int k = 0; k < n_fronts; k++)
        rank[sequence[k]] = k;
    for (int j = 0; j < n; j++)
        if (into[j] == j)
            number[j] = rank[number[j]];
    for (int j = 0; j < n; j++)
        number[j] = number[into[j]];
}

/* Sizes of fronts and how they hang together. */
static void place_fronts(Symbolic *s, const int *number, const int *parent, const Columns *columns, const int *into)
{
    s->n_indices = 1;
    for (int j = 0; j < s->n; j++) {
        int k = number[j];
        s->first[k + 1]++;
        if (into[j] == j) {
            s->parent[k] = parent[j] < 0 ? -1 : number[parent[j]];
            s->starts[k + 1] = columns->count[j];
        }
    }
    for (int k = 0; k < s->n_fronts; k++) {
        long own = s->first[k + 1], others = s->starts[k + 1];
        s->n_values += own * (own + others + 2);
        s->n_indices += own + others + 4;
        s->first[k + 1] += s->first[k];
        s->starts[k + 1] += s->starts[k];
    }
}

/* Steps of columns, front by front, and of the rows that fronts have besides. On return front[i] is that of step i. */
static void place_columns(Symbolic *s, const int *number, const int *order, const Columns *columns, const int *into,
                          int *front, int *work)
{
    int *next = work, *step = work + s->n; /* of each front; of each column as ordered */
    memcpy(next, s->first, s->n_fronts * sizeof *next);
    for (int j = 0; j < s->n; j++) {
        step[j] = next[number[j]]++;
        front[step[j]] = number[j];
        s->place[order[j]] = step[j];
    }
    for (int j = 0; j < s->n; j++) {
        if (into[j] != j)
            continue;
        int *at = s->at + s->starts[number[j]];
        for (int m = 0; m < columns->count[j]; m++)
            at[m] = step[columns->rows[columns->begin[j] + m]];
        qsort(at, columns->count[j], sizeof *at, compare);
    }
}

/* Where each entry of the matrix goes. */
static void place_entries(Symbolic *s, const int *row, const int *column, const int *front, int *position)
{
    for (int e = 0; e < s->n_entries; e++) {
        int a = s->place[row[e]], b = s->place[column[e]];
        s->entry_starts[front[a < b ? a : b] + 2]++;
    }
    for (int k = 0; k < s->n_fronts; k++)
        s->entry_starts[k + 2] += s->entry_starts[k + 1];
    for (int e = 0; e < s->n_entries; e++) {
        int a = s->place[row[e]], b = s->place[column[e]], low = a < b ? a : b, high = a < b ? b : a;
        int k = front[low], to = s->entry_starts[k + 1]++;
        s->entry[to] = e;
        s->column[to] = low - s->first[k];
        s->row[to] = high;
    }
    for (int k = 0; k < s->n_fronts; k++) {
        int own = s->first[k + 1] - s->first[k];
        for (int j = 0; j < own; j++)
            position[s->first[k] + j] = j;
        for (int m = s->starts[k]; m < s->starts[k + 1]; m++)
            position[s->at[m]] = own + m - s->starts[k];
        for (int to = s->entry_starts[k]; to < s->entry_starts[k + 1]; to++)
            s->row[to] = position[s->row[to]];
    }
}

static Symbolic *lay_out(int n, int n_entries, const int *row, const int *column, const int *order, const int *parent,
                         const Columns *columns, const int *into, int *work)
{
    int n_fronts = 0, *number = work, *front = work + n, *rest = work + 2 * n;
    long n_rows = 0;
    for (int j = 0; j < n; j++)
        if (into[j] == j) {
            n_fronts++;
            n_rows += columns->count[j];
        }
    Symbolic *s = allocate(n, n_entries, n_fronts, n_rows);
    if (!s)
        return NULL;
    number_fronts(n, n_fronts, parent, into, number, rest);
    place_fronts(s, number, parent, columns, into);
    place_columns(s, number, order, columns, into, front, rest);
    place_entries(s, row, column, front, rest);
    return s;
}

Symbolic *analyse(int n, int n_entries, const int *row, const int *column, const double *value)
{
    Graph graph = {0};
    Columns columns = {0};
    Symbolic *result = NULL;
    char *is_late = take(n, 1);
    int *order = take(n, sizeof *order), *place = take(n, sizeof *place), *parent = take(n, sizeof *parent);
    int *into = take(n, sizeof *into), *n_own = take(n, sizeof *n_own), *work = take(8 * (size_t)n, sizeof *work);
    long *zeros = take(n, sizeof *zeros);
    columns.begin = take(n, sizeof *columns.begin);
    columns.count = take(n, sizeof *columns.count);
    columns.is_shared = take(n, 1);
    int has_memory = is_late && order && place && parent && into && n_own && work && zeros && columns.begin &&
                     columns.count && columns.is_shared;
    if (!has_memory || make_graph(n, n_entries, row, column, &graph))
        goto done;
    find_late(n, n_entries, row, column, value, is_late);
    if (minimum_degree(&graph, is_late, order))
        goto done;
    for (int round = 0; round < 2; round++) { /* the second time in postorder */
        for (int j = 0; j < n; j++)
            place[order[j]] = j;
        elimination_tree(&graph, order, place, parent, work);
        if (round)
            break;
        postorder(n, parent, into, work);
        for (int j = 0; j < n; j++)
            n_own[j] = order[into[j]];
        memcpy(order, n_own, n * sizeof *order);
    }
    if (find_columns(&graph, order, place, parent, &columns, work))
        goto done;
    join(n, parent, &columns, into, n_own, zeros);
    result = lay_out(n, n_entries, row, column, order, parent, &columns, into, work);
done:
    free(graph.starts), free(graph.at), free(is_late), free(order), free(place), free(parent), free(into), free(n_own);
    free(work), free(zeros), free(columns.rows), free(columns.begin), free(columns.count), free(columns.is_shared);
    return result;
}

void forget(Symbolic *s)
{
    if (!s)
        return;
    free(s->place), free(s->parent), free(s->first), free(s->starts), free(s->at), free(s->entry_starts);
    free(s->entry), free(s->row), free(s->column), free(s);
}
