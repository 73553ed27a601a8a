/* The door: IPOPT loads its linear solver by name, and knows the calls of MA57 (HSL) best. These are ours with its
 * names and arguments, as IPOPT uses them (IpMa57TSolverInterface.cpp); nothing of HSL is in here.
 *
 * The order of elimination needs values, to know which unknowns have no diagonal entry, so ma57ad_ only keeps the
 * pattern and the first ma57bd_ analyses it. Analyses are kept for the next problem with the same pattern, such as the
 * same motion after an edit. IPOPT opens and closes the library with each problem, so it is linked to stay loaded.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "ldlt.h"

#define DOOR __attribute__((visibility("default")))

enum { TOO_FEW_VALUES = -3, TOO_FEW_INDICES = -4, NO_MEMORY = -18, SINGULAR = 4 }; /* INFO(1) */
enum { HEADER = 4, KNOWN = 12, SCALING = 14 /* ICNTL(15) */ };
/* KEEP: the two halves of an analysis' number, then rows and columns of the entries. FACT: scales, then what factor.c
 * keeps. IFACT: the order, then the same. */

typedef struct {
    uint64_t number; /* 0: an empty place */
    uint64_t used;
    int n, n_entries, *row, *column;
    Symbolic *symbolic;      /* NULL before the first factorization */
    long n_values, n_indices; /* that the last factorization needed room for */
} Analysis;

static Analysis known[KNOWN];
static Scratch scratch;
static double *scaled; /* values of a matrix whose entries have been made alike */
static size_t scaled_size;
static uint64_t last_number, clock_hand;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void drop(Analysis *a)
{
    free(a->row);
    free(a->column);
    forget(a->symbolic);
    *a = (Analysis){0};
}

static int is_same(const int *from_0, const int *from_1, int count)
{
    for (int k = 0; k < count; k++)
        if (from_0[k] + 1 != from_1[k])
            return 0;
    return 1;
}

/* The analysis of a pattern, new or known; NULL without memory. Rows and columns count from 1, those it keeps from 0.
 * Patterns are compared entry by entry: another one differs within the first few. */
static Analysis *find_pattern(int n, int n_entries, const int *row, const int *column)
{
    size_t size = (size_t)n_entries * sizeof *row;
    Analysis *oldest = known;
    for (Analysis *a = known; a < known + KNOWN; a++) {
        if (a->number && a->n == n && a->n_entries == n_entries && is_same(a->row, row, n_entries) &&
            is_same(a->column, column, n_entries)) {
            a->used = ++clock_hand;
            return a;
        }
        if (a->used < oldest->used)
            oldest = a;
    }
    drop(oldest);
    Analysis made = {++last_number, ++clock_hand, n, n_entries, malloc(size + 1), malloc(size + 1), NULL, 1, 1};
    *oldest = made;
    if (!made.row || !made.column) {
        drop(oldest);
        return NULL;
    }
    for (int k = 0; k < n_entries; k++) {
        made.row[k] = row[k] - 1;
        made.column[k] = column[k] - 1;
    }
    return oldest;
}

static Analysis *find_number(uint64_t number)
{
    for (Analysis *a = known; a < known + KNOWN; a++)
        if (number && a->number == number) {
            a->used = ++clock_hand;
            return a;
        }
    return NULL;
}

static Symbolic *analysed(Analysis *a, const double *value)
{
    if (!a->symbolic)
        a->symbolic = analyse(a->n, a->n_entries, a->row, a->column, value);
    return a->symbolic;
}

/* Values of a scaled matrix; NULL without memory. */
static const double *scale_values(const Analysis *a, const double *value, double *scale)
{
    if (!at_least((void **)&scaled, &scaled_size, ((size_t)a->n_entries + a->n) * sizeof *scaled))
        return NULL;
    equilibrate(a->n, a->n_entries, a->row, a->column, value, scale, scaled + a->n_entries);
    for (int k = 0; k < a->n_entries; k++)
        scaled[k] = value[k] * scale[a->row[k]] * scale[a->column[k]];
    return scaled;
}

/* Room for a factorization that puts off a few pivots. */
static Told expected(const Symbolic *s)
{
    long n_values = s->n_values + s->n_values / 10, n_indices = s->n_indices + s->n_indices / 10;
    return (Told){.n_most = n_values, .n_indices = n_indices, .is_complete = 0};
}

DOOR void ma57id_(double *cntl, int *icntl)
{
    memset(icntl, 0, 20 * sizeof *icntl);
    memset(cntl, 0, 5 * sizeof *cntl);
    cntl[0] = 1e-8; /* threshold */
}

DOOR void ma57ad_(int *n, int *n_entries, int *row, int *column, int *n_keep, int *keep, int *work, int *icntl,
                  int *info, double *rinfo)
{
    (void)n_keep, (void)work, (void)icntl, (void)rinfo;
    memset(info, 0, 40 * sizeof *info);
    pthread_mutex_lock(&lock);
    Analysis *a = find_pattern(*n, *n_entries, row, column);
    if (a) {
        memcpy(keep, &a->number, sizeof a->number);
        memcpy(keep + HEADER, row, *n_entries * sizeof *keep);
        memcpy(keep + HEADER + *n_entries, column, *n_entries * sizeof *keep);
        info[8] = (int)(a->n_values + *n);
        info[9] = (int)(a->n_indices + *n);
    } else {
        info[0] = NO_MEMORY;
    }
    pthread_mutex_unlock(&lock);
}

DOOR void ma57bd_(int *n, int *n_entries, double *value, double *fact, int *n_fact, int *ifact, int *n_ifact,
                  int *n_keep, int *keep, int *work, int *icntl, double *cntl, int *info, double *rinfo)
{
    (void)n_keep, (void)work, (void)rinfo;
    memset(info, 0, 40 * sizeof *info);
    pthread_mutex_lock(&lock);
    uint64_t number;
    memcpy(&number, keep, sizeof number);
    Analysis *a = find_number(number);
    if (!a) {
        a = find_pattern(*n, *n_entries, keep + HEADER, keep + HEADER + *n_entries);
        if (a)
            memcpy(keep, &a->number, sizeof a->number);
    }
    Symbolic *symbolic = a ? analysed(a, value) : NULL;
    Told told = {.is_complete = -1};
    if (symbolic && (*n_fact - *n < symbolic->n_values || *n_ifact - *n < symbolic->n_indices)) {
        told = expected(symbolic);
    } else if (symbolic) {
        for (int i = 0; i < *n; i++)
            fact[i] = 1.0;
        const double *used = icntl[SCALING] ? scale_values(a, value, fact) : value;
        if (used)
            factorise(symbolic, used, cntl[0], fact + *n, *n_fact - *n, ifact + *n, *n_ifact - *n, &scratch, &told);
    }
    if (told.is_complete < 0) {
        info[0] = NO_MEMORY;
    } else {
        a->n_values = told.n_most;
        a->n_indices = told.n_indices;
        info[16] = (int)told.n_most + *n;
        info[17] = (int)told.n_indices + *n;
        if (told.n_most + *n > *n_fact) {
            info[0] = TOO_FEW_VALUES;
            info[1] = *n_fact;
        } else if (told.n_indices + *n > *n_ifact) {
            info[0] = TOO_FEW_INDICES;
            info[1] = *n_ifact;
        } else {
            memcpy(ifact, symbolic->place, *n * sizeof *ifact);
            info[0] = told.rank < *n ? SINGULAR : 0;
        }
        info[21] = told.n_two;
        info[22] = told.n_delayed;
        info[23] = told.n_negative;
        info[24] = told.rank;
    }
    pthread_mutex_unlock(&lock);
}

DOOR void ma57cd_(int *job, int *n, double *fact, int *n_fact, int *ifact, int *n_ifact, int *n_sides, double *side,
                  int *lead, double *work, int *n_work, int *iwork, int *icntl, int *info)
{
    (void)job, (void)n_fact, (void)n_ifact, (void)n_work, (void)iwork, (void)icntl;
    info[0] = 0;
    double *front = malloc((*n + 1) * sizeof *front);
    if (!front) {
        info[0] = NO_MEMORY;
        return;
    }
    for (int k = 0; k < *n_sides; k++) {
        double *x = side + (size_t)k * *lead;
        for (int i = 0; i < *n; i++)
            work[ifact[i]] = fact[i] * x[i];
        substitute(fact + *n, ifact + *n, work, front);
        for (int i = 0; i < *n; i++)
            x[i] = fact[i] * work[ifact[i]];
    }
    free(front);
}

/* A larger array in place of one that was too small: the factorization begins anew and needs nothing of the old one. */
DOOR void ma57ed_(int *n, int *job, int *keep, double *fact, int *n_fact, double *new_fact, int *n_new, int *ifact,
                  int *n_ifact, int *new_ifact, int *n_inew, int *info)
{
    (void)n, (void)job, (void)keep, (void)fact, (void)n_fact, (void)new_fact, (void)n_new, (void)ifact, (void)n_ifact;
    (void)new_ifact, (void)n_inew;
    info[0] = 0;
}
