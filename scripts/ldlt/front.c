/* Takes columns off a dense symmetric front, as L D L^T with pivots of one or two.
 *
 * A front is stored as its own columns, which become those of L, and the square of its other ones.
 *
 * A column is a pivot if its diagonal entry is at least `threshold` times its largest other one; two are one together
 * by the test of Duff & Reid 1996 (MA57's), which bounds the growth of entries in the same way. Columns that are
 * neither stay.
 */
#include <math.h>
#include <string.h>
#include "ldlt.h"

enum { PANEL = 32, ROWS = 4, WIDE = 12, COLUMNS = 4 };

typedef double Lane __attribute__((vector_size(32), aligned(8)));
typedef long long Bits __attribute__((vector_size(32), aligned(8)));
#define NO_SIGN 0x7fffffffffffffffLL

/* Compiled twice, for computers with fused multiplications of four numbers and for all others. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && __GNUC__ >= 12
#define FAST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FAST
#endif

/* target = kept target - left . right^T below the diagonal: target (n, n_columns), left (n, depth), right (n_columns,
 * depth); `kept` is 1, or 0 where there is nothing in it yet. */
FAST static void take_away(double *target, int lead, int n, int n_columns, const double *left, int left_lead,
                           const double *right, int right_lead, int depth, int kept)
{
    for (int j = 0; j < n_columns; j += COLUMNS) {
        int width = n_columns - j < COLUMNS ? n_columns - j : COLUMNS, i = j;
        for (; width == COLUMNS && i + WIDE <= n; i += WIDE) {
            Lane sum[COLUMNS][3] = {{{0}}};
            const double *l = left + i, *r = right + j;
            for (int k = 0; k < depth; k++, l += left_lead, r += right_lead) {
                Lane a = ((const Lane *)l)[0], b = ((const Lane *)l)[1], c = ((const Lane *)l)[2];
                for (int m = 0; m < COLUMNS; m++) {
                    sum[m][0] += a * r[m];
                    sum[m][1] += b * r[m];
                    sum[m][2] += c * r[m];
                }
            }
            for (int m = 0; m < COLUMNS; m++) {
                Lane *t = (Lane *)(target + (size_t)(j + m) * lead + i);
                for (int p = 0; p < 3; p++)
                    t[p] = kept ? t[p] - sum[m][p] : -sum[m][p];
            }
        }
        for (; width == COLUMNS && i + ROWS <= n; i += ROWS) {
            Lane sum[COLUMNS] = {{0}};
            const double *l = left + i, *r = right + j;
            for (int k = 0; k < depth; k++, l += left_lead, r += right_lead)
                for (int m = 0; m < COLUMNS; m++)
                    sum[m] += *(const Lane *)l * r[m];
            for (int m = 0; m < COLUMNS; m++) {
                Lane *t = (Lane *)(target + (size_t)(j + m) * lead + i);
                *t = kept ? *t - sum[m] : -sum[m];
            }
        }
        for (int m = 0; m < width; m++)
            for (int row = i > j + m ? i : j + m; row < n; row++) {
                double sum = 0.0;
                for (int k = 0; k < depth; k++)
                    sum += left[(size_t)k * left_lead + row] * right[(size_t)k * right_lead + j + m];
                double *t = target + (size_t)(j + m) * lead + row;
                *t = kept ? *t - sum : -sum;
            }
    }
}

/* v -= matrix . factors: v (n), matrix (n, depth); every stride-th factor. */
FAST static void take_columns(double *v, int n, const double *matrix, int lead, const double *factors, int stride,
                              int depth)
{
    int k = 0;
    for (; k + 4 <= depth; k += 4) {
        const double *a = matrix + (size_t)k * lead, *b = a + lead, *c = b + lead, *d = c + lead;
        double p = factors[(size_t)k * stride], q = factors[(size_t)(k + 1) * stride];
        double r = factors[(size_t)(k + 2) * stride], s = factors[(size_t)(k + 3) * stride];
        for (int i = 0; i < n; i++)
            v[i] -= a[i] * p + b[i] * q + c[i] * r + d[i] * s;
    }
    for (; k < depth; k++) {
        const double *a = matrix + (size_t)k * lead;
        double p = factors[(size_t)k * stride];
        for (int i = 0; i < n; i++)
            v[i] -= a[i] * p;
    }
}

typedef struct {
    double *own; /* (n, n_own) columns; those before `done` are those of L */
    int n, n_own, *names;
    double *scaled; /* (n, n_own) columns of L D */
    int begin, done; /* other columns are up to date with pivots before `begin` */
    double threshold;
    const double *least; /* of each name */
} Front;

/* The rest of a column as it is after all pivots: v[i] for rows from `done`. */
static void fetch(const Front *f, int column, double *v)
{
    int n = f->n, k = f->done;
    for (int i = k; i < column; i++)
        v[i] = f->own[(size_t)i * n + column];
    memcpy(v + column, f->own + (size_t)column * n + column, (n - column) * sizeof *v);
    take_columns(v + k, n - k, f->own + (size_t)f->begin * n + k, n, f->scaled + (size_t)f->begin * n + column, n,
                 k - f->begin);
}

/* Largest size of v[from] to v[n - 1]. */
FAST static double largest(const double *v, int from, int n)
{
    Lane most[2] = {{0}};
    int i = from;
    for (; i + 8 <= n; i += 8)
        for (int m = 0; m < 2; m++) {
            Lane size = (Lane)((Bits)((const Lane *)(v + i))[m] & NO_SIGN);
            Bits more = size > most[m];
            most[m] = (Lane)(((Bits)size & more) | ((Bits)most[m] & ~more));
        }
    double found = 0.0;
    for (; i < n; i++)
        found = fmax(found, fabs(v[i]));
    for (int m = 0; m < 4; m++)
        found = fmax(found, fmax(most[0][m], most[1][m]));
    return found;
}

/* The same besides v[without] and v[nor]. */
static double largest_but(double *v, int from, int n, int without, int nor)
{
    double a = v[without], b = v[nor];
    v[without] = v[nor] = 0.0;
    double found = largest(v, from, n);
    v[without] = a;
    v[nor] = b;
    return found;
}

/* Row of the largest among v[from] to v[n - 1] besides v[without]; -1 where there is none. */
static int where_largest(const double *v, int from, int n, int without)
{
    int at = -1;
    for (int i = from; i < n; i++)
        if (i != without && (at < 0 || fabs(v[i]) > fabs(v[at])))
            at = i;
    return at;
}

static void exchange_values(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* Exchanges two rows and columns, low < high, of what is left, and the rows of L. */
static void exchange(Front *f, int low, int high, double *v, double *other)
{
    if (low == high)
        return;
    size_t n = f->n;
    double *a = f->own, *column = a + low * n, *last = a + high * n;
    for (int k = 0; k < low; k++) /* L, and the first of two pivots where they go at once */
        exchange_values(a + k * n + low, a + k * n + high);
    for (int k = f->begin; k < f->done; k++)
        exchange_values(f->scaled + k * n + low, f->scaled + k * n + high);
    exchange_values(column + low, last + high);
    for (int k = low + 1; k < high; k++)
        exchange_values(column + k, a + k * n + high);
    for (size_t k = high + 1; k < n; k++)
        exchange_values(column + k, last + k);
    exchange_values(v + low, v + high);
    if (other)
        exchange_values(other + low, other + high);
    int name = f->names[low];
    f->names[low] = f->names[high];
    f->names[high] = name;
}

/* Takes a column as pivot; v is what `fetch` told. */
static void take_one(Front *f, int column, double *v, double *pivots, Told *told)
{
    exchange(f, f->done, column, v, NULL);
    int k = f->done;
    double d = v[k], *l = f->own + (size_t)k * f->n, *w = f->scaled + (size_t)k * f->n;
    memcpy(w + k, v + k, (f->n - k) * sizeof *w);
    for (int i = k + 1; i < f->n; i++)
        l[i] = v[i] / d;
    l[k] = 1.0;
    pivots[2 * k] = 1 / d;
    pivots[2 * k + 1] = 0.0;
    told->n_negative += d < 0;
    f->done++;
}

static void take_two(Front *f, int first, int second, double *v, double *u, double *pivots, Told *told)
{
    int k = f->done;
    exchange(f, k, first, v, u);
    if (second == k)
        second = first;
    exchange(f, k + 1, second, v, u);
    double a = v[k], b = v[k + 1], c = u[k + 1], det = a * c - b * b;
    double ai = c / det, bi = -b / det, ci = a / det;
    double *l = f->own + (size_t)k * f->n, *m = l + f->n, *w = f->scaled + (size_t)k * f->n, *z = w + f->n;
    memcpy(w + k, v + k, (f->n - k) * sizeof *w);
    memcpy(z + k, u + k, (f->n - k) * sizeof *z);
    for (int i = k + 2; i < f->n; i++) {
        l[i] = ai * v[i] + bi * u[i];
        m[i] = bi * v[i] + ci * u[i];
    }
    l[k] = m[k + 1] = 1.0;
    l[k + 1] = 0.0;
    pivots[2 * k] = ai, pivots[2 * k + 1] = bi, pivots[2 * k + 2] = ci, pivots[2 * k + 3] = 0.0;
    told->n_negative += det < 0 ? 1 : a + c < 0 ? 2 : 0;
    told->n_two++;
    f->done += 2;
}

/* Takes a column, alone or with another, as pivot; whether it could. */
static int try_column(Front *f, int column, double *v, double *u, double *pivots, Told *told)
{
    fetch(f, column, v);
    double most = largest_but(v, f->done, f->n, column, column), own = fabs(v[column]);
    double least = f->least[f->names[column]];
    if (own > least && own >= f->threshold * most) {
        take_one(f, column, v, pivots, told);
        return 1;
    }
    int other = where_largest(v, f->done, f->n_own, column);
    if (other < 0 || !(fabs(v[other]) > least))
        return 0;
    fetch(f, other, u);
    double beside = largest_but(v, f->done, f->n, column, other);
    double others = largest_but(u, f->done, f->n, column, other);
    double a = v[column], b = v[other], c = u[other], det = fabs(a * c - b * b);
    double size = det * (1 / f->threshold);
    int is_sound = det > 1e-12 * (fabs(a * c) + b * b);
    if (is_sound && fabs(c) * beside + fabs(b) * others <= size && fabs(b) * beside + fabs(a) * others <= size) {
        take_two(f, column, other, v, u, pivots, told);
        return 1;
    }
    most = fmax(others, fabs(b));
    if (fabs(c) > f->least[f->names[other]] && fabs(c) >= f->threshold * most) {
        take_one(f, other, u, pivots, told);
        return 1;
    }
    return 0;
}

/* Brings the own columns that are left up to date with all pivots. */
static void renew(Front *f)
{
    size_t n = f->n, k = f->done, begin = f->begin;
    take_away(f->own + k * n + k, f->n, f->n - f->done, f->n_own - f->done, f->own + begin * n + k, f->n,
              f->scaled + begin * n + k, f->n, f->done - f->begin, 1);
    f->begin = f->done;
}

int eliminate(double *own, int n, int n_own, double *others, int *names, double *pivots, double *work,
              double threshold, const double *least, Told *told)
{
    Front f = {own, n, n_own, names, work, 0, 0, threshold, least};
    double *v = work + (size_t)n * n_own, *u = v + n;
    int column = 0, failed = 0;
    while (failed < n_own - f.done) {
        if (column >= n_own)
            column = f.done;
        if (try_column(&f, column, v, u, pivots, told)) {
            failed = 0;
            column = column < f.done ? f.done : column;
        } else {
            failed++;
            column++;
        }
        if (f.done - f.begin >= PANEL)
            renew(&f);
    }
    renew(&f);
    take_away(others, n - n_own, n - n_own, n - n_own, own + n_own, n, f.scaled + n_own, n, f.done, 0);
    return f.done;
}
