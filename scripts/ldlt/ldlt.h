/* Sparse symmetric indefinite L D L^T by the multifrontal method (Duff & Reid 1983).
 *
 * scale.c makes entries alike in size, order.c says in which order unknowns go, symbolic.c which of them go together
 * and what they leave behind, front.c takes a dense front apart, factor.c runs through the tree of fronts, and solve.c
 * goes down and up again. ma57.c is the door through which IPOPT comes in.
 * docs/developer/linear_solver.md explains the method.
 *
 * Indices count from 0. Dense matrices are stored by columns, of symmetric ones the lower triangle.
 */
#ifndef LDLT_H
#define LDLT_H

#include <stddef.h>

/* A symmetric pattern: neighbours of i are at[starts[i]] to at[starts[i + 1] - 1], i itself is not among them. */
typedef struct {
    int n;
    int *starts, *at;
} Graph;

/* What does not depend on values. Fronts are numbered so that children come before their parents. */
typedef struct {
    int n, n_entries, n_fronts;
    int *place;        /* (n) at which step an unknown is eliminated, if none is delayed */
    int *parent;       /* (fronts) front that a front leaves its rest to; -1 without one */
    int *first;        /* (fronts + 1) first step of each front */
    int *starts, *at;  /* (fronts + 1), steps of the rows that a front has besides its own, in rising order */
    int *entry_starts; /* (fronts + 1) of what follows */
    int *entry;        /* (entries) of the matrix, front by front */
    int *row, *column; /* (entries) where each goes in its front: own columns first, then its other rows */
    long n_values, n_indices; /* that a factorisation keeps, if it delays none */
} Symbolic;

/* What a factorisation leaves besides the numbers. */
typedef struct {
    long n_values, n_indices; /* numbers that are kept */
    long n_most;              /* values that there must be room for on the way */
    int n_negative, rank, n_delayed, n_two;
    int is_complete; /* 0: too little room; -1: no memory */
} Told;

/* Memory for what a front leaves, free or in use. */
typedef struct {
    double *at;
    size_t size;
    int is_used;
} Block;

/* Scratch memory that grows as needed and is used again. */
typedef struct {
    Block *blocks;
    int n_blocks;
    double *own, *work, *least;
    int *rows, *position;
    size_t blocks_size, own_size, work_size, least_size, rows_size, position_size;
} Scratch;

/* order.c: nodes in the order in which they go, late ones after a neighbour; 0, or -1 without memory. */
int minimum_degree(const Graph *graph, const char *is_late, int *order);

/* symbolic.c */
Symbolic *analyse(int n, int n_entries, const int *row, const int *column, const double *value);
void forget(Symbolic *symbolic);

/* scale.c: scale[i] scale[j] a_ij has entries of about 1; work: n numbers. */
void equilibrate(int n, int n_entries, const int *row, const int *column, const double *value, double *scale,
                 double *work);

/* front.c: number of pivots found among the first n_own of n rows. Own columns are (n, n_own) on input and L on return,
 * where rows are exchanged, and `names` with them; `others` gets what they add to the square of the others. Work:
 * (n, n_own + 2). What is not larger than `least` of its name is rounding, and no pivot. */
int eliminate(double *own, int n, int n_own, double *others, int *names, double *pivots, double *work,
              double threshold, const double *least, Told *told);

/* factor.c and solve.c: factors are kept in two arrays of the caller. */
void factorise(const Symbolic *symbolic, const double *value, double threshold, double *values,
               long n_values, int *indices, long n_indices, Scratch *scratch, Told *told);
void substitute(const double *values, const int *indices, double *x, double *work);

/* Memory of at least `size` bytes in place of what there is; NULL leaves that as it is. */
void *at_least(void **memory, size_t *there, size_t size);

#endif
