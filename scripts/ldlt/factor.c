/* Runs through the tree of fronts: what one leaves is added to its parent's (Duff & Reid 1983). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ldlt.h"

/* Of a column's largest entry: dependent equations leave 1e-16, others 1e-8 or more. */
static const double ROUNDING = 1e-13;

void *at_least(void **memory, size_t *there, size_t size)
{
    if (size <= *there && *memory)
        return *memory;
    size += size / 4 + 64;
    void *more = realloc(*memory, size);
    if (more) {
        *memory = more;
        *there = size;
    }
    return more;
}

/* A free block of at least `size` numbers, the smallest there is; -1 without memory. */
static int borrow(Scratch *scratch, size_t size)
{
    int best = -1, largest = -1;
    for (int k = 0; k < scratch->n_blocks; k++) {
        const Block *b = scratch->blocks + k;
        if (b->is_used)
            continue;
        if (b->size >= size && (best < 0 || b->size < scratch->blocks[best].size))
            best = k;
        if (largest < 0 || b->size > scratch->blocks[largest].size)
            largest = k;
    }
    if (best < 0)
        best = largest;
    if (best < 0) {
        best = scratch->n_blocks;
        if (!at_least((void **)&scratch->blocks, &scratch->blocks_size, (best + 1) * sizeof(Block)))
            return -1;
        scratch->blocks[best] = (Block){0};
        scratch->n_blocks++;
    }
    Block *b = scratch->blocks + best;
    if (b->size < size || !b->at) {
        free(b->at);
        b->size = size + size / 4 + 64;
        b->at = malloc(b->size * sizeof(double));
        if (!b->at) {
            b->size = 0;
            return -1;
        }
    }
    b->is_used = 1;
    return best;
}

/* What a front leaves its parent: the square of its other rows, and columns that were no pivots. */
typedef struct {
    int front;
    int others;                   /* block of the square */
    int n_delayed, delayed, names; /* their columns (n_delayed + others rows), and their names, block by block */
} Rest;

/* A front as its children are added to it. */
typedef struct {
    double *own, *others;
    int n, n_own;
    const int *position; /* of a step's row */
} Target;

static double *cell(const Target *t, int row, int column)
{
    if (row < column) {
        int kept = row;
        row = column;
        column = kept;
    }
    if (column < t->n_own)
        return t->own + (size_t)column * t->n + row;
    return t->others + (size_t)(column - t->n_own) * (t->n - t->n_own) + row - t->n_own;
}

/* Adds the columns of a square that are own ones of a front, or the others. Its rows rise in the front as they do here;
 * runs of rows that stay neighbours go at once. */
static void add_square(const Target *t, const double *square, const int *rows, int size, int is_own, int *runs)
{
    int n_runs = 0;
    for (int i = 0; i < size; i++)
        if (!i || t->position[rows[i]] != t->position[rows[i - 1]] + 1)
            runs[n_runs++] = i;
    runs[n_runs] = size;
    for (int r = 0; r < n_runs; r++)
        for (int j = runs[r]; j < runs[r + 1]; j++)
            for (int s = r; s < n_runs && is_own == (t->position[rows[j]] < t->n_own); s++) {
                int from = s == r ? j : runs[s];
                double *to = cell(t, t->position[rows[from]], t->position[rows[j]]);
                const double *column = square + (size_t)j * size;
                for (int i = from; i < runs[s + 1]; i++)
                    to[i - from] += column[i];
            }
}

static void add_delayed(const Target *t, const double *columns, const int *names, int n_delayed, const int *rows,
                        int n_others)
{
    int size = n_delayed + n_others;
    for (int j = 0; j < n_delayed; j++)
        for (int i = j; i < size; i++) {
            int name = i < n_delayed ? names[i] : rows[i - n_delayed];
            *cell(t, t->position[name], t->position[names[j]]) += columns[(size_t)j * size + i];
        }
}

/* What is the same for all fronts of a factorisation. */
typedef struct {
    const Symbolic *symbolic;
    const double *value;
    double threshold;
    double *values;
    int *indices;
    long n_values, n_indices;
    Scratch *scratch;
    Told *told;
    Rest *rests; /* of fronts whose parents are still to come, the last one's on top */
    int n_rests;
} Run;

static int n_others(const Symbolic *s, int k)
{
    return s->starts[k + 1] - s->starts[k];
}

static int *delayed_names(const Run *run, const Rest *rest)
{
    return (int *)run->scratch->blocks[rest->names].at;
}

/* Puts the own columns of a front together: the matrix' entries, and what its children have left. */
static void assemble(Run *run, int k, const Target *target, int n_children, int *rows)
{
    const Symbolic *s = run->symbolic;
    Scratch *scratch = run->scratch;
    int own = s->first[k + 1] - s->first[k], n = target->n, others = n_others(s, k);
    int n_delayed = n - own - others, at = 0;
    const Rest *child = run->rests + run->n_rests - n_children;
    memset(target->own, 0, (size_t)n * target->n_own * sizeof(double));
    for (int j = s->first[k]; j < s->first[k + 1]; j++)
        rows[at++] = j;
    for (int c = 0; c < n_children; c++)
        for (int j = 0; j < child[c].n_delayed; j++)
            rows[at++] = delayed_names(run, child + c)[j];
    memcpy(rows + at, s->at + s->starts[k], others * sizeof *rows);
    for (int i = 0; i < n; i++)
        scratch->position[rows[i]] = i;
    for (int e = s->entry_starts[k]; e < s->entry_starts[k + 1]; e++) {
        int row = s->row[e] < own ? s->row[e] : s->row[e] + n_delayed;
        target->own[(size_t)s->column[e] * n + row] += run->value[s->entry[e]];
    }
    for (int c = 0; c < n_children; c++) {
        const int *its_rows = s->at + s->starts[child[c].front];
        int size = n_others(s, child[c].front);
        add_square(target, scratch->blocks[child[c].others].at, its_rows, size, 1, rows + n);
        if (child[c].n_delayed) {
            add_delayed(target, scratch->blocks[child[c].delayed].at, delayed_names(run, child + c), child[c].n_delayed,
                        its_rows, size);
            scratch->blocks[child[c].delayed].is_used = scratch->blocks[child[c].names].is_used = 0;
        }
    }
}

/* Adds to the other columns what the children have left there, which ends them. */
static void pass_on(Run *run, const Target *target, int n_children, int *runs)
{
    for (int c = 0; c < n_children; c++) {
        const Rest *child = run->rests + --run->n_rests;
        const int *its_rows = run->symbolic->at + run->symbolic->starts[child->front];
        add_square(target, run->scratch->blocks[child->others].at, its_rows, n_others(run->symbolic, child->front), 0,
                   runs);
        run->scratch->blocks[child->others].is_used = 0;
    }
}

/* Keeps columns that were no pivots for the parent; whether there was memory. */
static int delay(Run *run, Rest *rest, const double *own, int n, int done, const int *rows)
{
    int size = n - done;
    rest->delayed = borrow(run->scratch, (size_t)size * rest->n_delayed);
    rest->names = rest->delayed < 0 ? -1 : borrow(run->scratch, (rest->n_delayed + 1) / 2);
    if (rest->names < 0)
        return 0;
    for (int j = 0; j < rest->n_delayed; j++)
        memcpy(run->scratch->blocks[rest->delayed].at + (size_t)j * size, own + (size_t)(done + j) * n + done,
               size * sizeof(double));
    memcpy(delayed_names(run, rest), rows + done, rest->n_delayed * sizeof(int));
    return 1;
}

/* One front; whether there was memory. */
static int take_front(Run *run, int k, int n_children)
{
    const Symbolic *s = run->symbolic;
    Scratch *scratch = run->scratch;
    Told *told = run->told;
    int n_own = s->first[k + 1] - s->first[k], others = n_others(s, k);
    for (int c = run->n_rests - n_children; c < run->n_rests; c++)
        n_own += run->rests[c].n_delayed;
    int n = n_own + others;
    Rest rest = {.front = k, .others = borrow(scratch, (size_t)others * others)};
    if (rest.others < 0 || !at_least((void **)&scratch->rows, &scratch->rows_size, (2 * (size_t)n + 1) * sizeof(int)) ||
        !at_least((void **)&scratch->work, &scratch->work_size,
                  ((size_t)n * (n_own + 2) + 2 * n_own) * sizeof(double)))
        return 0;
    int is_kept = told->is_complete && told->n_values + (long)n_own * (n + 2) <= run->n_values &&
                  told->n_indices + n + 4 <= run->n_indices;
    if (!is_kept && !at_least((void **)&scratch->own, &scratch->own_size, (size_t)n * n_own * sizeof(double)))
        return 0;
    told->is_complete = is_kept;

    int *rows = scratch->rows;
    double *pivots = scratch->work + (size_t)n * (n_own + 2);
    Target target = {is_kept ? run->values + told->n_values : scratch->own, scratch->blocks[rest.others].at, n, n_own,
                     scratch->position};
    assemble(run, k, &target, n_children, rows);
    int done = eliminate(target.own, n, n_own, target.others, rows, pivots, scratch->work, run->threshold,
                         scratch->least, told);
    pass_on(run, &target, n_children, rows + n);
    rest.n_delayed = n_own - done;
    if (s->parent[k] < 0)
        scratch->blocks[rest.others].is_used = 0;
    else if (rest.n_delayed && !delay(run, &rest, target.own, n, done, rows))
        return 0;
    else
        run->rests[run->n_rests++] = rest;
    if (is_kept) {
        memcpy(target.own + (size_t)done * n, pivots, 2 * (size_t)done * sizeof(double));
        int *record = run->indices + told->n_indices;
        record[0] = done, record[1] = n;
        memcpy(record + 2, rows, n * sizeof *rows);
        record[n + 2] = done, record[n + 3] = n;
        run->indices[0]++;
    }
    told->n_values += (long)done * (n + 2);
    told->n_most = told->n_values + (long)rest.n_delayed * (n + 2) > told->n_most
                       ? told->n_values + (long)rest.n_delayed * (n + 2)
                       : told->n_most;
    told->n_indices += n + 4;
    told->rank += done;
    told->n_delayed += rest.n_delayed;
    return 1;
}

/* Up to where the pivot of each step is what rounding has left of its column. */
static void find_least(const Symbolic *s, const double *value, double *least)
{
    for (int i = 0; i < s->n; i++)
        least[i] = 0.0;
    for (int k = 0; k < s->n_fronts; k++)
        for (int e = s->entry_starts[k]; e < s->entry_starts[k + 1]; e++) {
            int own = s->first[k + 1] - s->first[k], column = s->first[k] + s->column[e];
            int row = s->row[e] < own ? s->first[k] + s->row[e] : s->at[s->starts[k] + s->row[e] - own];
            double size = ROUNDING * fabs(value[s->entry[e]]);
            least[row] = size > least[row] ? size : least[row];
            least[column] = size > least[column] ? size : least[column];
        }
}

void factorise(const Symbolic *s, const double *value, double threshold, double *values, long n_values, int *indices,
               long n_indices, Scratch *scratch, Told *told)
{
    *told = (Told){.is_complete = n_indices > 0, .n_indices = 1};
    Run run = {s, value, threshold, values, indices, n_values, n_indices, scratch, told, NULL, 0};
    run.rests = malloc((s->n_fronts + 1) * sizeof *run.rests);
    int *children = calloc(s->n_fronts + 1, sizeof *children);
    int has_memory = run.rests && children &&
                     at_least((void **)&scratch->position, &scratch->position_size, (s->n + 1) * sizeof(int)) &&
                     at_least((void **)&scratch->least, &scratch->least_size, (s->n + 1) * sizeof(double));
    if (has_memory)
        find_least(s, value, scratch->least);
    if (n_indices > 0)
        indices[0] = 0;
    for (int k = 0; k < scratch->n_blocks; k++)
        scratch->blocks[k].is_used = 0;
    for (int k = 0; has_memory && k < s->n_fronts; k++)
        if (s->parent[k] >= 0)
            children[s->parent[k]]++;
    for (int k = 0; has_memory && k < s->n_fronts; k++)
        has_memory = take_front(&run, k, children[k]);
    free(run.rests);
    free(children);
    if (!has_memory)
        told->is_complete = -1;
}
