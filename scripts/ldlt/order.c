/* Approximate minimum degree (Amestoy, Davis & Duff 1996) on a quotient graph.
 *
 * An unknown without a diagonal entry, such as the multiplier of an equation, would be no pivot as long as none of its
 * neighbours is gone. Such late ones wait for that.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "ldlt.h"

/* State of the elimination. A node is a variable that stands for `weight` indistinguishable ones, an element that an
 * eliminated variable has become, or gone (weight 0 and no element). The list of a variable has its elements first. */
typedef struct {
    int n;
    int *list, *elements, *length;      /* of a variable: where its list begins, how many elements, how many in all */
    int *weight, *degree;
    int *head, *next, *previous;        /* variables by their degree */
    int *arena, *begin, *size;          /* of an element: variables in it; size in their weights */
    int *count;                         /* of an element: entries of its list; -1: none */
    int *mark, *outside;
    int *merged, *last_merged;          /* chain of the variables that a node stands for */
    int *bucket, *bucket_next, *hash;
    int *pivots;
    int lowest;                         /* no variable has a lower degree */
    long used, room;
    int tag, outside_tag;
} Quotient;

static void put(Quotient *q, int i)
{
    int d = q->degree[i];
    q->previous[i] = -1;
    q->next[i] = q->head[d];
    if (q->head[d] >= 0)
        q->previous[q->head[d]] = i;
    q->head[d] = i;
    if (d < q->lowest)
        q->lowest = d;
}

static void pull(Quotient *q, int i)
{
    if (q->previous[i] == -2)
        return; /* not in a list: a late one that waits */
    if (q->previous[i] >= 0)
        q->next[q->previous[i]] = q->next[i];
    else
        q->head[q->degree[i]] = q->next[i];
    if (q->next[i] >= 0)
        q->previous[q->next[i]] = q->previous[i];
    q->previous[i] = -2;
}

static int lowest(Quotient *q)
{
    while (q->lowest < q->n && q->head[q->lowest] < 0)
        q->lowest++;
    return q->lowest < q->n ? q->head[q->lowest] : -1;
}

/* Variables beside the pivot, which become its element; elements in it are absorbed. */
static int make_element(Quotient *q, int pivot)
{
    long most = 0;
    int from = q->list[pivot], n_elements = q->elements[pivot], n_all = q->length[pivot];
    for (int k = 0; k < n_all; k++)
        most += k < n_elements ? q->count[q->arena[from + k]] : 1;
    if (q->used + most > q->room) {
        long room = 2 * (q->used + most);
        int *arena = realloc(q->arena, room * sizeof *arena);
        if (!arena)
            return -1;
        q->arena = arena;
        q->room = room;
    }
    int begin = (int)q->used, tag = ++q->tag, size = 0, *to = q->arena + begin;
    q->mark[pivot] = tag;
    for (int k = 0; k < n_all; k++) {
        int other = q->arena[from + k], is_element = k < n_elements;
        const int *each = is_element ? q->arena + q->begin[other] : &q->arena[from + k];
        for (int m = is_element ? q->count[other] : 1; m > 0; m--) {
            int i = *each++;
            if (q->weight[i] > 0 && q->count[i] < 0 && q->mark[i] != tag) {
                q->mark[i] = tag;
                *to++ = i;
                size += q->weight[i];
            }
        }
        if (is_element)
            q->count[other] = 0; /* absorbed */
    }
    q->used = to - q->arena;
    q->begin[pivot] = begin;
    q->count[pivot] = (int)(to - q->arena) - begin;
    q->size[pivot] = size;
    return 0;
}

/* How much of each element beside the new one lies outside it, left in `outside` above the tag. */
static void weigh_outside(Quotient *q, int pivot)
{
    const int *in = q->arena + q->begin[pivot];
    if (q->outside_tag > INT_MAX - 2 * (q->n + 1)) {
        memset(q->outside, 0, q->n * sizeof *q->outside);
        q->outside_tag = 0;
    }
    q->outside_tag += q->n + 1;
    for (int k = 0; k < q->count[pivot]; k++) {
        int i = in[k];
        for (int m = 0; m < q->elements[i]; m++) {
            int e = q->arena[q->list[i] + m];
            if (q->count[e] <= 0)
                continue;
            if (q->outside[e] < q->outside_tag)
                q->outside[e] = q->size[e] + q->outside_tag;
            q->outside[e] -= q->weight[i];
        }
    }
}

/* New list and degree of a variable in the new element; returns a number that equal lists share. */
static unsigned renew(Quotient *q, int i, int pivot, int left)
{
    int *list = q->arena + q->list[i], n_elements = q->elements[i], n_all = q->length[i];
    int kept = 0, degree = q->size[pivot] - q->weight[i];
    unsigned hash = (unsigned)pivot;
    int first_variable = n_elements < n_all ? list[n_elements] : -1;
    for (int m = 0; m < n_elements; m++) {
        int e = list[m], out = q->outside[e] - q->outside_tag;
        if (q->count[e] <= 0)
            continue;
        if (out > 0) {
            list[kept++] = e;
            degree += out;
            hash += (unsigned)e;
        } else {
            q->count[e] = 0; /* all of it lies in the new one */
        }
    }
    /* there is room for the new element: an element or the pivot has gone from the list; where only a later variable
     * has, the first one moves to its place */
    int new_elements = kept, is_moved = kept == n_elements && first_variable >= 0;
    int to = kept + 1;
    for (int m = n_elements; m < n_all; m++) {
        int j = m == n_elements ? first_variable : list[m];
        if (is_moved && m == n_elements)
            continue;
        if (q->weight[j] > 0 && q->count[j] < 0 && q->mark[j] != q->tag) {
            list[to++] = j;
            degree += q->weight[j];
            hash += (unsigned)j;
        }
    }
    if (is_moved && q->weight[first_variable] > 0 && q->count[first_variable] < 0 &&
        q->mark[first_variable] != q->tag) {
        list[to++] = first_variable;
        degree += q->weight[first_variable];
        hash += (unsigned)first_variable;
    }
    list[new_elements] = pivot;
    q->elements[i] = new_elements + 1;
    q->length[i] = to;
    int before = q->degree[i] + q->size[pivot] - q->weight[i];
    degree = degree < before ? degree : before;
    q->degree[i] = degree < left - q->weight[i] ? degree : left - q->weight[i];
    if (q->degree[i] < 0)
        q->degree[i] = 0;
    return hash;
}

static void merge(Quotient *q, int into, int i)
{
    q->merged[q->last_merged[into]] = i;
    q->last_merged[into] = q->last_merged[i];
}

static int are_equal(Quotient *q, int i, int j)
{
    if (q->elements[i] != q->elements[j] || q->length[i] != q->length[j])
        return 0;
    int tag = ++q->tag;
    for (int m = 0; m < q->length[i]; m++)
        q->mark[q->arena[q->list[i] + m]] = tag;
    for (int m = 0; m < q->length[j]; m++)
        if (q->mark[q->arena[q->list[j] + m]] != tag)
            return 0;
    return 1;
}

static int eliminate_all(Quotient *q, int *order)
{
    int n = q->n, done = 0, n_pivots = 0;
    int *pivots = q->pivots;
    while (done < n) {
        int pivot = lowest(q);
        if (pivot < 0) { /* late ones that have late neighbours alone */
            for (int i = 0; i < n; i++)
                if (q->weight[i] > 0 && q->count[i] < 0)
                    put(q, i);
            continue;
        }
        pull(q, pivot);
        if (make_element(q, pivot))
            return -1;
        done += q->weight[pivot];
        pivots[n_pivots++] = pivot;
        weigh_outside(q, pivot);
        int n_in = q->count[pivot], *in = q->arena + q->begin[pivot];
        for (int k = 0; k < n_in; k++) {
            int i = in[k];
            pull(q, i);
            q->hash[i] = (int)(renew(q, i, pivot, n - done) % (unsigned)n);
        }
        for (int k = 0; k < n_in; k++) {
            int i = in[k];
            if (q->elements[i] == 1 && q->length[i] == 1) { /* goes with the pivot */
                done += q->weight[i];
                q->size[pivot] -= q->weight[i];
                q->weight[i] = 0;
                merge(q, pivot, i);
                continue;
            }
            int *bucket = &q->bucket[q->hash[i]], j = *bucket;
            while (j >= 0 && !are_equal(q, j, i))
                j = q->bucket_next[j];
            if (j >= 0) {
                q->weight[j] += q->weight[i];
                q->degree[j] = q->degree[j] > q->weight[i] ? q->degree[j] - q->weight[i] : 0;
                q->weight[i] = 0;
                merge(q, j, i);
            } else {
                q->bucket_next[i] = *bucket;
                *bucket = i;
            }
        }
        int kept = 0;
        for (int k = 0; k < n_in; k++) {
            int i = in[k];
            q->bucket[q->hash[i]] = -1;
            if (q->weight[i] > 0) {
                in[kept++] = i;
                put(q, i);
            }
        }
        q->count[pivot] = kept;
        if (!kept)
            q->count[pivot] = 0;
        if (q->begin[pivot] + n_in == q->used)
            q->used = q->begin[pivot] + kept;
        q->weight[pivot] = 0;
    }
    int *to = order;
    for (int k = 0; k < n_pivots; k++)
        for (int i = pivots[k]; i >= 0; i = q->merged[i])
            *to++ = i;
    return 0;
}

int minimum_degree(const Graph *graph, const char *is_late, int *order)
{
    int n = graph->n;
    long n_at = graph->starts[n];
    Quotient q = {.n = n, .room = 2 * n_at + 8L * n + 1, .used = n_at + n, .lowest = n};
    int **arrays[] = {&q.list, &q.elements, &q.length, &q.weight, &q.degree, &q.head, &q.next, &q.previous, &q.begin,
                      &q.size, &q.count, &q.mark, &q.outside, &q.merged, &q.last_merged, &q.bucket, &q.bucket_next,
                      &q.hash, &q.pivots};
    size_t n_arrays = sizeof arrays / sizeof *arrays;
    int *memory = malloc((n_arrays * n + 1) * sizeof *memory);
    q.arena = malloc(q.room * sizeof *q.arena);
    if (!memory || !q.arena) {
        free(memory);
        free(q.arena);
        return -1;
    }
    for (size_t k = 0; k < n_arrays; k++)
        *arrays[k] = memory + k * n;
    for (int i = 0; i < n; i++) {
        int from = graph->starts[i], count = graph->starts[i + 1] - from;
        q.list[i] = from + i; /* one place more than neighbours, for an element that a late one gets */
        memcpy(q.arena + q.list[i], graph->at + from, count * sizeof *q.arena);
        q.elements[i] = 0;
        q.length[i] = q.degree[i] = count;
        q.weight[i] = 1;
        q.head[i] = q.bucket[i] = q.merged[i] = q.count[i] = -1;
        q.last_merged[i] = i;
        q.mark[i] = q.outside[i] = 0;
        q.previous[i] = -2;
    }
    for (int i = n - 1; i >= 0; i--)
        if (!is_late[i])
            put(&q, i);
    int failed = eliminate_all(&q, order);
    free(memory);
    free(q.arena);
    return failed;
}
