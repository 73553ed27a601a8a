/* Offers the three calls of METIS 4 that MUMPS and SPRAL make, answered by METIS 5. */
#include <stddef.h>
#include "metis.h"

static void set_options(idx_t *options, const idx_t *numbering)
{
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_NUMBERING] = *numbering; /* 0 as in C, 1 as in Fortran */
}

/* Fill-reducing order of a graph with weighted vertices. */
__attribute__((visibility("default"))) void metis_nodewnd_(idx_t *n, idx_t *starts, idx_t *neighbours, idx_t *weights, idx_t *numbering,
                    idx_t *options_4, idx_t *order, idx_t *inverse)
{
    idx_t options[METIS_NOPTIONS];
    (void)options_4; /* its meaning changed with METIS 5; the defaults serve */
    set_options(options, numbering);
    METIS_NodeND(n, starts, neighbours, weights, options, order, inverse);
}

/* Fill-reducing order of a graph. */
__attribute__((visibility("default"))) void metis_nodend_(idx_t *n, idx_t *starts, idx_t *neighbours, idx_t *numbering, idx_t *options_4,
                   idx_t *order, idx_t *inverse)
{
    metis_nodewnd_(n, starts, neighbours, NULL, numbering, options_4, order, inverse);
}

#undef METIS_PartGraphKway /* the build renames METIS 5's function, since its arguments differ */
extern int Metis5_PartGraphKway(idx_t *n, idx_t *n_weights, idx_t *starts, idx_t *neighbours, idx_t *weights,
                                idx_t *sizes, idx_t *edge_weights, idx_t *n_parts, real_t *targets,
                                real_t *imbalance, idx_t *options, idx_t *cut, idx_t *part);

/* Partition of a graph; bit 0 of weight_flag tells of edge weights, bit 1 of vertex weights. */
__attribute__((visibility("default"))) void METIS_PartGraphKway(idx_t *n, idx_t *starts, idx_t *neighbours, idx_t *weights, idx_t *edge_weights,
                         idx_t *weight_flag, idx_t *numbering, idx_t *n_parts, idx_t *options_4, idx_t *cut,
                         idx_t *part)
{
    idx_t options[METIS_NOPTIONS], one = 1;
    (void)options_4;
    set_options(options, numbering);
    Metis5_PartGraphKway(n, &one, starts, neighbours, *weight_flag & 2 ? weights : NULL, NULL,
                         *weight_flag & 1 ? edge_weights : NULL, n_parts, NULL, NULL, options, cut, part);
}
