/* Scales rows and columns alike until the largest entry of each is about 1 (Ruiz 2001, in the largest norm). */
#include <math.h>
#include "ldlt.h"

enum { ROUNDS = 4 };

void equilibrate(int n, int n_entries, const int *row, const int *column, const double *value, double *scale,
                 double *work)
{
    for (int i = 0; i < n; i++)
        scale[i] = 1.0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < n; i++)
            work[i] = 0.0;
        for (int k = 0; k < n_entries; k++) {
            int i = row[k], j = column[k];
            double size = fabs(value[k]) * scale[i] * scale[j];
            work[i] = size > work[i] ? size : work[i];
            work[j] = size > work[j] ? size : work[j];
        }
        for (int i = 0; i < n; i++)
            if (work[i] > 0.0)
                scale[i] /= sqrt(work[i]);
    }
}
