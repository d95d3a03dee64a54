/* simd/kernels/tiles/convex_rects.c - convex shapes that are no circles against boxes that are not rotated, one pair a
 * lane (docs/arithmetic.md, "Shapes against maps"; "Polygon against polygon" and "Sweeps", in which the shape is A and
 * the box is B). What a box's template would say is known: its corners are its halves, its normals A's axes. */
#include "kernels/narrow/polygon_sweep_lanes.h"

/* Pairs, and their shapes and boxes in the shapes' frames. */
typedef struct vconvex_rects {
    vbodies pairs, shapes;
    vpolygons in; /* row_b, kb and same_a are not set */
    vcores cores;
    vpoint corner[4]; /* of the box, from its centre */
} vconvex_rects;

/* Lanes without a pair have the first one's shape: any shape's row can be read. */
static LANES_INLINE vbodies shapes_of(const hail_convex_rects *job, const vbodies *pairs) {
    const uint32_t first = job->shape[pairs->first] & 0xff;
    const vi all_first = vi_set1((int32_t)first), shape = vi_and(read_words(job->shape, pairs), vi_set1(0xff));
    vbodies b = {.index = vi_select(vm_first(pairs->n), shape, all_first), .first = first, .n = HAIL_LANES};
    b.places = vm_bits(vi_eq(b.index, all_first)) == HAIL_ALL_LANES ? SAME : SCATTERED;
    return b;
}

static LANES_INLINE void read_convex_rects(const hail_convex_rects *job, vconvex_rects *v) {
    const vf zero = vf_set1(0.0f);
    const vpoint centre = {read_floats(job->x, &v->pairs), read_floats(job->y, &v->pairs)};
    vpolygons *p = &v->in;
    p->row_a = read_words(job->row, &v->shapes);
    p->ca = read_floats(job->cos, &v->shapes);
    p->sa = read_floats(job->sin, &v->shapes);
    p->ka = read_floats(job->scale, &v->shapes);
    p->ra = p->r = read_floats(job->rounding, &v->shapes);
    p->rb = zero;
    p->cr = vf_add(p->ca, vf_mul(p->sa, zero)); /* with a cosine of 1 and a sine of 0 */
    p->sr = vf_sub(vf_mul(p->ca, zero), p->sa);
    p->at = (vpoint){zero, zero};
    p->u = vrotate_back(p->ca, p->sa, centre);
}

/* Loads the shapes' cores. Arrays are padded as separate() reads them. */
static LANES_INLINE void load_shapes(const hail_convex_rects *job, const vpolygons *p, vcores *c) {
    uint32_t row[HAIL_LANES];
    vi_store(row, p->row_a);
    c->edges_a = job->edges;
    const uint32_t read = c->edges_a <= 4 ? 4 : c->edges_a <= 6 ? 6 : 8;
    const float *first = job->templates + row[0];
    if (vm_bits(vi_eq(p->row_a, vi_set1((int32_t)row[0]))) == HAIL_ALL_LANES) {
        set_columns(first + HAIL_TEMPLATE_NX, read, c->n_x);
        set_columns(first + HAIL_TEMPLATE_NY, read, c->n_y);
        set_columns(first + HAIL_TEMPLATE_VX, read, c->a_x);
        set_columns(first + HAIL_TEMPLATE_VY, read, c->a_y);
    } else {
        load_columns(job->templates + HAIL_TEMPLATE_NX, row, read, c->n_x);
        load_columns(job->templates + HAIL_TEMPLATE_NY, row, read, c->n_y);
        load_columns(job->templates + HAIL_TEMPLATE_VX, row, read, c->a_x);
        load_columns(job->templates + HAIL_TEMPLATE_VY, row, read, c->a_y);
    }
    scale_columns(c->a_x, c->a_y, read, p->ka);
}

/* The boxes' corners and normals, (0, -1), (1, -0), (0, 1) and (-1, -0), rotated as those of any template. */
static LANES_INLINE void turn_boxes(const hail_convex_rects *job, vconvex_rects *v) {
    const vf zero = vf_set1(0.0f), c = v->in.cr, s = v->in.sr;
    const vf half_x = read_floats(job->half_x, &v->pairs), half_y = read_floats(job->half_y, &v->pairs);
    const vf cx = vf_mul(c, half_x), sx = vf_mul(s, half_x), cy = vf_mul(c, half_y), sy = vf_mul(s, half_y);
    const vf c0 = vf_mul(c, zero), s0 = vf_mul(s, zero);
    const vpoint corner[4] = {{vf_sub(sy, cx), vf_sub(vf_negate(sx), cy)},
                              {vf_add(cx, sy), vf_sub(sx, cy)},
                              {vf_sub(cx, sy), vf_add(sx, cy)},
                              {vf_sub(vf_negate(cx), sy), vf_sub(cy, sx)}};
    const vpoint normal[4] = {{vf_add(c0, s), vf_sub(s0, c)},
                              {vf_add(c, s0), vf_sub(s, c0)},
                              {vf_sub(c0, s), vf_add(s0, c)},
                              {vf_sub(s0, c), vf_sub(vf_negate(s), c0)}};
    v->cores.edges_b = 4;
    for (uint32_t j = 0; j < 4; j++) {
        v->corner[j] = corner[j];
        v->cores.m_x[j] = normal[j].x;
        v->cores.m_y[j] = normal[j].y;
        v->cores.b_x[j] = vf_add(corner[j].x, v->in.u.x);
        v->cores.b_y[j] = vf_add(corner[j].y, v->in.u.y);
    }
}

static LANES_INLINE void load_convex_rects(const hail_convex_rects *job, const uint32_t *pairs, uint32_t n,
                                           vconvex_rects *v) {
    v->pairs = read_bodies(pairs, n);
    v->shapes = shapes_of(job, &v->pairs);
    read_convex_rects(job, v);
    load_shapes(job, &v->in, &v->cores);
    turn_boxes(job, v);
}

/* ---- The two edges ----------------------------------------------------------------------------------------------- */

static LANES_INLINE vpolygon_edge shape_edge(const hail_convex_rects *job, const vpolygons *p, vi edge) {
    vf word[8];
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(p->row_a, vi_shift_left(edge, 3)));
    vf_load_rows8(job->templates + HAIL_TEMPLATE_EDGES, row, word);
    return (vpolygon_edge){.normal = {word[0], word[1]},
                           .end1 = vtimes((vpoint){word[3], word[4]}, p->ka),
                           .end2 = vtimes((vpoint){word[5], word[6]}, p->ka),
                           .features = vi_from_bits(word[HAIL_TEMPLATE_FEATURES]),
                           .rounding = p->ra};
}

/* The box's centre is at u. It has no features. */
static LANES_INLINE vpolygon_edge box_edge(const vconvex_rects *v, vpoint u, vi edge) {
    const vm odd = vi_eq(vi_and(edge, vi_set1(1)), vi_set1(1)), later = vi_gt(edge, vi_set1(1));
    const vcores *c = &v->cores;
    const vpoint normal = vpick(later, vpick(odd, (vpoint){c->m_x[3], c->m_y[3]}, (vpoint){c->m_x[2], c->m_y[2]}),
                                vpick(odd, (vpoint){c->m_x[1], c->m_y[1]}, (vpoint){c->m_x[0], c->m_y[0]}));
    const vpoint end1 = vpick(later, vpick(odd, v->corner[3], v->corner[2]), vpick(odd, v->corner[1], v->corner[0]));
    const vpoint end2 = vpick(later, vpick(odd, v->corner[0], v->corner[3]), vpick(odd, v->corner[2], v->corner[1]));
    return (vpolygon_edge){.normal = normal,
                           .end1 = {vf_add(end1.x, u.x), vf_add(end1.y, u.y)},
                           .end2 = {vf_add(end2.x, u.x), vf_add(end2.y, u.y)},
                           .features = vi_set1(0),
                           .rounding = v->in.rb};
}

/* The normal of an edge of the shape's or, in the lanes of_b, of the box's. */
static LANES_INLINE vpoint normal_of(const vcores *c, vm of_b, vi edge) {
    const uint32_t edges = c->edges_a > 4 ? c->edges_a : 4;
    vpoint normal = vpick(of_b, (vpoint){c->m_x[0], c->m_y[0]}, (vpoint){c->n_x[0], c->n_y[0]});
    LANES_ROLLED
    for (uint32_t k = 1; k < edges; k++) {
        const uint32_t j = k & 3; /* the box has no edge above 3 */
        const vpoint own = vpick(of_b, (vpoint){c->m_x[j], c->m_y[j]}, (vpoint){c->n_x[k], c->n_y[k]});
        normal = vpick(vi_eq(edge, vi_set1((int32_t)k)), own, normal);
    }
    return normal;
}

/* The two edges that face each other; the box's centre is at u. */
static LANES_INLINE vfacing face_box(const hail_convex_rects *job, const vconvex_rects *v, const vreference *reference,
                                     vpoint u, vf reach) {
    const vm of_b = reference->of_b;
    const vi incident = incident_edge(&v->cores, of_b, normal_of(&v->cores, of_b, reference->edge));
    const vpolygon_edge shape = shape_edge(job, &v->in, vi_select(of_b, incident, reference->edge));
    const vpolygon_edge box = box_edge(v, u, vi_select(of_b, reference->edge, incident));
    vfacing m = {.reference = {.normal = vpick(of_b, box.normal, shape.normal),
                               .end1 = vpick(of_b, box.end1, shape.end1),
                               .end2 = vpick(of_b, box.end2, shape.end2),
                               .rounding = vf_select(of_b, box.rounding, shape.rounding)},
                 .incident = {.normal = vpick(of_b, shape.normal, box.normal),
                              .end1 = vpick(of_b, shape.end1, box.end1),
                              .end2 = vpick(of_b, shape.end2, box.end2),
                              .rounding = vf_select(of_b, shape.rounding, box.rounding)},
                 .of_b = of_b};
    m.reference.features = m.incident.features = shape.features;
    measure_facing(&m, reference->separation, reach);
    return m;
}

/* The shape's feature, and how many points there are. */
static LANES_INLINE vi shape_features(const vfacing *m, vm two) {
    const vpoint_ends at = point_ends(m);
    const vm first = vm_or(vm_and(at.incident_1, m->of_b), vm_and_not(at.reference_1, m->of_b));
    const vm second = vm_or(vm_and(at.incident_2, m->of_b), vm_and_not(at.reference_2, m->of_b));
    const vi feature = feature_at(m->reference.features, vm_and_not(first, two), vm_and_not(second, two));
    return vi_or(feature, vi_select(two, vi_set1(2 << 8), vi_set1(1 << 8)));
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static LANES_INLINE void put_column(float *column, const vbodies *pairs, vf values) {
    float value[HAIL_LANES];
    uint32_t index[HAIL_LANES];
    if (pairs->places != SCATTERED) {
        vf_store_n(column + pairs->first, values, pairs->n);
        return;
    }
    vf_store(value, values);
    vi_store(index, pairs->index);
    for (uint32_t i = 0; i < pairs->n; i++)
        column[index[i]] = value[i];
}

static LANES_INLINE void put_contacts(const hail_convex_rects *job, const vbodies *pairs, const vcontact *c) {
    put_column(job->t, pairs, c->t);
    put_column(job->normal_x, pairs, c->normal.x);
    put_column(job->normal_y, pairs, c->normal.y);
    put_column(job->at_x, pairs, c->at[0].x);
    put_column(job->at_y, pairs, c->at[0].y);
    put_column(job->depth, pairs, vf_select(c->touching, c->depth[0], vf_set1(-1.0f)));
    put_column(job->second_x, pairs, c->at[1].x);
    put_column(job->second_y, pairs, c->at[1].y);
    put_column(job->second_depth, pairs, c->depth[1]);
    put_column((float *)(void *)job->features, pairs, vf_from_bits(c->features));
}

static LANES_INLINE uint32_t list_convex_hits(const hail_convex_rects *job, uint32_t listed, const vbodies *pairs,
                                              unsigned hit) {
    vi_compress_store(job->hits + listed, hit, pairs->index);
    return listed + vm_count_bits(hit);
}

uint32_t HAIL_KERNEL(touch_convex_rects)(const hail_convex_rects *given, const uint32_t *pairs, uint32_t count) {
    const hail_convex_rects job = *given;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vconvex_rects v;
        vedge_separations separations;
        load_convex_rects(&job, pairs + i, n, &v);
        separate(&v.cores, &separations);
        const vreference reference = reference_edge(&v.cores, &separations);
        const vfacing m = face_box(&job, &v, &reference, v.in.u, v.in.r);
        vcontact c = {.touching = vf_le(m.g, v.in.r), .t = vf_set1(0.0f)};
        put_points(&v.in, &m, &c);
        c.features = shape_features(&m, c.two);
        c.normal = world_normal(&v.in, &m, m.normal);
        put_contacts(&job, &v.pairs, &c);
        listed = list_convex_hits(&job, listed, &v.pairs, vm_bits(vm_and(c.touching, vm_first(n))));
    }
    return listed;
}

/* ---- Sweep ------------------------------------------------------------------------------------------------------- */

/* Judges the pairs in doubt one at a time; returns the bits of those that hit. */
static LANES_APART unsigned judge_pairs(const hail_convex_rects *given, const uint32_t *pairs, unsigned doubtful) {
    uint32_t hit[1 + HAIL_SLACK];
    unsigned hits = 0;
    hail_convex_rects job = *given;
    job.hits = hit;
    for (; doubtful; doubtful &= doubtful - 1) {
        const unsigned lane = lowest_bit(doubtful);
        hits |= HAIL_NAME(sweep_convex_rects, reference)(&job, pairs + lane, 1) << lane;
    }
    return hits;
}

uint32_t HAIL_KERNEL(sweep_convex_rects)(const hail_convex_rects *given, const uint32_t *pairs, uint32_t count) {
    const hail_convex_rects job = *given;
    const vf furthest = vf_set1(FURTHEST);
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        vconvex_rects v;
        vedge_separations separations;
        load_convex_rects(&job, pairs + i, n, &v);
        separate(&v.cores, &separations);
        const vpolygons *p = &v.in;
        const vpoint way = {read_floats(job.dx, &v.pairs), read_floats(job.dy, &v.pairs)};
        const vpoint motion = vrotate_back(p->ca, p->sa, way);
        const vf size = vf_add(read_floats(job.reach, &v.shapes), read_floats(job.rect_reach, &v.pairs));
        const vf margin = vf_mul(vf_set1(HAIL_TOLERANCE), vf_add(vf_add(taxi(p->u), taxi(motion)), size));
        const vedge_clip clip = clip_edges(&v.cores, &separations, vf_add(p->r, margin), motion);
        const vfacing m = face_box(&job, &v, &clip.last, vminus(p->u, vtimes(motion, clip.t0)),
                                   vf_select(clip.missed, vf_negate(furthest), furthest));
        vm doubt;
        const vf keenness = vf_gather(job.templates + HAIL_TEMPLATE_KEENNESS, p->row_a);
        vcontact c = finish(p, &m, &clip, margin, keenness, motion, way, &doubt);
        c.features = shape_features(&m, c.two);
        put_contacts(&job, &v.pairs, &c);
        unsigned hits = vm_bits(vm_and(c.touching, vm_first(n)));
        const unsigned doubtful = vm_bits(vm_and(doubt, vm_first(n)));
        if (doubtful)
            hits = (hits & ~doubtful) | judge_pairs(&job, pairs + i, doubtful);
        listed = list_convex_hits(&job, listed, &v.pairs, hits);
    }
    return listed;
}
