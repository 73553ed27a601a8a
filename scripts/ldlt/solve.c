/* Forward and back substitution with what factor.c has kept. */
#include "ldlt.h"

static int next_pivot(const double *pivots, int j)
{
    return pivots[2 * j + 1] != 0.0 ? j + 2 : j + 1;
}

/* x := L^-1 x, of one front. */
static void down(const double *l, const double *pivots, int done, int n, double *x)
{
    for (int j = 0; j < done; j++, l += n) {
        double p = x[j];
        for (int i = next_pivot(pivots, j); i < n; i++)
            x[i] -= l[i] * p;
    }
}

/* x := L^-T D^-1 x, of one front. */
static void up(const double *l, const double *pivots, int done, int n, double *x)
{
    for (int j = 0; j < done; j = next_pivot(pivots, j)) {
        double a = pivots[2 * j], b = pivots[2 * j + 1], p = x[j];
        x[j] = a * p;
        if (b != 0.0) {
            x[j] += b * x[j + 1];
            x[j + 1] = b * p + pivots[2 * j + 2] * x[j + 1];
        }
    }
    l += (long)done * n;
    for (int j = done - 1; j >= 0; j--) {
        l -= n;
        double sum[4] = {0};
        int i = next_pivot(pivots, j);
        for (; i + 4 <= n; i += 4)
            for (int m = 0; m < 4; m++)
                sum[m] += l[i + m] * x[i + m];
        for (; i < n; i++)
            sum[0] += l[i] * x[i];
        x[j] -= sum[0] + sum[1] + sum[2] + sum[3];
    }
}

void substitute(const double *values, const int *indices, double *x, double *work)
{
    const int *record = indices + 1;
    for (int k = 0; k < indices[0]; k++) {
        int done = record[0], n = record[1];
        const int *rows = record + 2;
        for (int i = 0; i < n; i++)
            work[i] = x[rows[i]];
        down(values, values + (long)done * n, done, n, work);
        for (int i = 0; i < n; i++)
            x[rows[i]] = work[i];
        values += (long)done * (n + 2);
        record = rows + n + 2; /* their numbers are there again, for the way back */
    }
    for (int k = 0; k < indices[0]; k++) {
        int n = record[-1], done = record[-2];
        const int *rows = record - 2 - n;
        values -= (long)done * (n + 2);
        for (int i = 0; i < n; i++)
            work[i] = x[rows[i]];
        up(values, values + (long)done * n, done, n, work);
        for (int i = 0; i < done; i++)
            x[rows[i]] = work[i];
        record = rows - 2;
    }
}
