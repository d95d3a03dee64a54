/* simd/kernels/tiles/convex_rects.c - convex shapes that are no circles against boxes that are not rotated, one pair a
 * lane (docs/arithmetic.md, "Shapes against maps"). */
#include "convex_rect_lanes.h"

/* A share of how far a pair reaches, and of how far apart it is: more than rounding makes of a distance. Pairs whose
 * separation is larger than that do not touch. */
#define TOUCH_ROOM (16.0f * HAIL_TOLERANCE)

/* ---- Any pairs --------------------------------------------------------------------------------------------------- */

enum { CONVEX_QUESTIONS = 7, CONVEX_ANSWERS = 10 };

/* Columns of pairs that do not follow each other, or are fewer than lanes, side by side. */
typedef struct convex_stage {
    hail_convex_rects job; /* has these columns */
    float question[CONVEX_QUESTIONS][HAIL_LANES], answer[CONVEX_ANSWERS][HAIL_LANES];
    uint32_t shape[HAIL_LANES];
} convex_stage;

/* Lanes without a pair repeat the first one. */
static LANES_APART void stage_pairs(convex_stage *stage, const hail_convex_rects *job, const uint32_t *pairs,
                                    uint32_t n, bool swept) {
    const float *const from[CONVEX_QUESTIONS] = {job->x,          job->y,  job->half_x, job->half_y,
                                                 job->rect_reach, job->dx, job->dy};
    const vi pair = vi_select(vm_first(n), vi_load_n(pairs, n), vi_set1((int32_t)pairs[0]));
    vi_store(stage->shape, vi_gather(job->shape, pair));
    for (uint32_t k = 0; k < (swept ? CONVEX_QUESTIONS : CONVEX_QUESTIONS - 2); k++)
        vf_store(stage->question[k], vf_gather(from[k], pair));
}

static hail_convex_rects staged_job(convex_stage *stage, const hail_convex_rects *given) {
    float(*const in)[HAIL_LANES] = stage->question, (*const out)[HAIL_LANES] = stage->answer;
    hail_convex_rects job = *given;
    job.shape = stage->shape;
    job.x = in[0], job.y = in[1], job.half_x = in[2], job.half_y = in[3], job.rect_reach = in[4];
    job.dx = in[5], job.dy = in[6];
    job.t = out[0], job.normal_x = out[1], job.normal_y = out[2], job.at_x = out[3], job.at_y = out[4];
    job.depth = out[5], job.second_x = out[6], job.second_y = out[7], job.second_depth = out[8];
    job.features = (uint32_t *)(void *)out[9];
    return job;
}

/* Of pairs that miss, only the depth counts. */
static LANES_APART void unstage_pairs(const convex_stage *stage, const hail_convex_rects *job, const uint32_t *pairs,
                                      uint32_t n, unsigned hits) {
    float *const to[CONVEX_ANSWERS] = {
        job->t,     job->normal_x, job->normal_y, job->at_x,         job->at_y,
        job->depth, job->second_x, job->second_y, job->second_depth, (float *)(void *)job->features};
    for (uint32_t lane = 0; lane < n; lane++)
        job->depth[pairs[lane]] = -1.0f;
    for (; hits; hits &= hits - 1) {
        const uint32_t lane = lowest_bit(hits), pair = pairs[lane];
        for (uint32_t k = 0; k < CONVEX_ANSWERS; k++)
            to[k][pair] = stage->answer[k][lane];
    }
}

/* ---- One vector of pairs ----------------------------------------------------------------------------------------- */

typedef struct vfound_edges {
    vreference reference;
    vpoint normal; /* of the reference edge */
    vi of_box;     /* its edge */
    vpolygon_edge of_shape;
} vfound_edges;

/* Bits of a vector's pairs. Those that are deferred have no answer yet. */
typedef struct pair_bits {
    unsigned hits, deferred, fallbacks;
} pair_bits;

static LANES_INLINE unsigned lanes_without(vm a) { return ~vm_bits(a) & HAIL_ALL_LANES; }

/* Finds the reference edge, and loads both edges as far as they do not depend on where the box is by then. `edges` is a
 * constant 2, or 4 and more. False: all pairs miss, but those that are deferred: the few that do not miss by the box's
 * edges cost less beside pairs of other vectors. */
static LANES_INLINE bool find_box_edges(const hail_convex_rects *job, vconvex_rects *v, vedge_search *s, uint32_t edges,
                                        bool may_defer, vfound_edges *f, pair_bits *bits) {
    load_shapes(job, &v->in, edges, &v->cores);
    search_box(&v->cores, s, edges);
    const unsigned left = lanes_without(box_misses(s));
    if (!left || (may_defer && 8 * vm_count_bits(left) <= 3 * HAIL_LANES)) {
        bits->deferred = left;
        return false;
    }
    search_shape(&v->cores, s, edges);
    if (!lanes_without(all_misses(s)))
        return false;
    f->reference = choose_reference(s);
    const vm of_b = f->reference.of_b;
    const vchoice by = choice_of(f->reference.edge);
    f->normal = vpick(of_b, choose_of(&by, v->cores.m_x, v->cores.m_y), shape_normal(job, v, edges, f->reference.edge));
    const vi incident = search_incident(&v->cores, of_b, f->normal, edges);
    f->of_box = vi_select(of_b, f->reference.edge, incident);
    f->of_shape = shape_edge(job, v, edges, vi_select(of_b, incident, f->reference.edge));
    return true;
}

static LANES_INLINE bool find_any_edges(const hail_convex_rects *job, vconvex_rects *v, vedge_search *s, bool may_defer,
                                        vfound_edges *f, pair_bits *bits) {
    turn_boxes(v);
    return job->edges == 2 ? find_box_edges(job, v, s, 2, may_defer, f, bits)
                           : find_box_edges(job, v, s, job->edges > 4 ? job->edges : 4, may_defer, f, bits);
}

/* The two edges' nearest points; the box's centre is at u. */
static LANES_INLINE vfacing face_box(const vconvex_rects *v, const vfound_edges *f, vpoint u, vf reach) {
    const vm of_b = f->reference.of_b;
    const vpolygon_edge shape = f->of_shape, box = box_edge(v, u, f->of_box);
    vfacing m = {.reference = {.normal = f->normal,
                               .end1 = vpick(of_b, box.end1, shape.end1),
                               .end2 = vpick(of_b, box.end2, shape.end2),
                               .features = shape.features,
                               .rounding = vf_select(of_b, box.rounding, shape.rounding)},
                 .incident = {.end1 = vpick(of_b, shape.end1, box.end1),
                              .end2 = vpick(of_b, shape.end2, box.end2),
                              .features = shape.features,
                              .rounding = vf_select(of_b, shape.rounding, box.rounding)},
                 .of_b = of_b};
    measure_facing(&m, f->reference.separation, reach);
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

static LANES_INLINE void put_answers(const hail_convex_rects *job, uint32_t first, const vcontact *c) {
    vf_store(job->t + first, c->t);
    vf_store(job->normal_x + first, c->normal.x);
    vf_store(job->normal_y + first, c->normal.y);
    vf_store(job->at_x + first, c->at[0].x);
    vf_store(job->at_y + first, c->at[0].y);
    vf_store(job->depth + first, vf_select(c->touching, c->depth[0], vf_set1(-1.0f)));
    vf_store(job->second_x + first, c->at[1].x);
    vf_store(job->second_y + first, c->at[1].y);
    vf_store(job->second_depth + first, c->depth[1]);
    vi_store(job->features + first, c->features);
}

/* Answers HAIL_LANES pairs from `first` on. */
static LANES_INLINE pair_bits touch_boxes(const hail_convex_rects *job, uint32_t first, bool may_defer) {
    vconvex_rects v;
    vfound_edges f;
    pair_bits bits = {0};
    read_convex_rects(job, first, false, &v);
    const vf room = vf_mul(vf_set1(TOUCH_ROOM), vf_add(v.size, taxi(v.in.u)));
    vedge_search search = {.swept = false, .reach = vf_add(v.in.r, room)};
    if (!find_any_edges(job, &v, &search, may_defer, &f, &bits)) {
        vf_store(job->depth + first, vf_set1(-1.0f));
        return bits;
    }
    const vfacing m = face_box(&v, &f, v.in.u, v.in.r);
    vcontact c = {.touching = vf_le(m.g, v.in.r), .t = vf_set1(0.0f)};
    put_points(&v.in, &m, &c);
    c.features = shape_features(&m, c.two);
    c.normal = world_normal(&v.in, &m, m.normal);
    put_answers(job, first, &c);
    bits.hits = vm_bits(c.touching);
    return bits;
}

static LANES_INLINE pair_bits sweep_boxes(const hail_convex_rects *job, uint32_t first, bool may_defer) {
    const vf zero = vf_set1(0.0f), furthest = vf_set1(FURTHEST);
    vconvex_rects v;
    vfound_edges f;
    vm fallback;
    pair_bits bits = {0};
    read_convex_rects(job, first, true, &v);
    const vpolygons *p = &v.in;
    const vpoint motion = vrotate_back(p->ca, p->sa, v.way);
    const vf margin = vf_mul(vf_set1(HAIL_TOLERANCE), vf_add(vf_add(taxi(p->u), taxi(motion)), v.size));
    vedge_search search = {
        .swept = true,
        .reach = vf_add(p->r, margin),
        .motion = motion,
        .clip = {.t0 = zero, .leave = vf_set1(1.0f), .last = {vm_first(0), vi_set1(0), zero}, .missed = vm_first(0)}};
    if (!find_any_edges(job, &v, &search, may_defer, &f, &bits)) {
        vf_store(job->depth + first, vf_set1(-1.0f));
        return bits;
    }
    const vedge_clip *clip = &search.clip;
    const vfacing m = face_box(&v, &f, vminus(p->u, vtimes(motion, clip->t0)),
                               vf_select(clip->missed, vf_negate(furthest), furthest));
    const vf keenness = vf_gather(job->templates + HAIL_TEMPLATE_KEENNESS, p->row_a);
    vcontact c = finish(p, &m, clip, margin, keenness, motion, v.way, &fallback);
    c.features = shape_features(&m, c.two);
    put_answers(job, first, &c);
    bits.hits = vm_bits(c.touching);
    bits.fallbacks = vm_bits(fallback);
    return bits;
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* Judges the pairs that need the fallback one at a time. */
static LANES_APART void judge_pairs(const hail_convex_rects *given, const uint32_t *pairs, unsigned fallbacks) {
    uint32_t hit[1 + HAIL_SLACK];
    hail_convex_rects job = *given;
    job.hits = hit;
    for (; fallbacks; fallbacks &= fallbacks - 1)
        HAIL_NAME(sweep_convex_rects, reference)(&job, pairs + lowest_bit(fallbacks), 1);
}

/* Whether the first n pairs of a list, which is in order, are HAIL_LANES consecutive ones. */
static LANES_INLINE bool are_run(const uint32_t *pairs, uint32_t n) {
    return n == HAIL_LANES && pairs[n - 1] - pairs[0] == n - 1;
}

/* Answers `n` pairs, but those that it returns as deferred. */
static LANES_INLINE unsigned answer_pairs(const hail_convex_rects *job, convex_stage *stage, const uint32_t *pairs,
                                          uint32_t n, bool swept, bool may_defer) {
    const bool run = are_run(pairs, n);
    if (!run)
        stage_pairs(stage, job, pairs, n, swept);
    const hail_convex_rects *of = run ? job : &stage->job;
    const uint32_t first = run ? pairs[0] : 0;
    const unsigned lanes = HAIL_ALL_LANES >> (HAIL_LANES - n);
    const pair_bits bits = swept ? sweep_boxes(of, first, may_defer) : touch_boxes(of, first, may_defer);
    if (!run)
        unstage_pairs(stage, job, pairs, n, bits.hits & lanes);
    if (bits.fallbacks & lanes)
        judge_pairs(job, pairs, bits.fallbacks & lanes);
    return bits.deferred & lanes;
}

/* Lists the pairs that hit. */
static LANES_INLINE uint32_t list_convex_hits(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vi pair = vi_load_n(pairs + i, n);
        const vf depth = are_run(pairs + i, n) ? vf_load(job->depth + pairs[i]) : vf_gather(job->depth, pair);
        const unsigned hit = vm_bits(vm_and(vf_ge(depth, vf_set1(0.0f)), vm_first(n)));
        vi_compress_store(job->hits + listed, hit, pair);
        listed += vm_count_bits(hit);
    }
    return listed;
}

static LANES_INLINE uint32_t ask_convex_rects(const hail_convex_rects *given, const uint32_t *pairs, uint32_t count,
                                              bool swept) {
    const hail_convex_rects job = *given;
    uint32_t deferred[3 * HAIL_LANES], waiting = 0, i = 0;
    convex_stage stage;
    stage.job = staged_job(&stage, given);
    while (i < count || waiting) {
        const bool again = waiting >= HAIL_LANES || i >= count;
        const uint32_t *of = again ? deferred : pairs + i;
        const uint32_t n = lanes_left(0, again ? waiting : count - i);
        const unsigned left = answer_pairs(&job, &stage, of, n, swept, !again);
        if (left) {
            vi_compress_store(deferred + waiting, left, vi_load_n(of, n));
            waiting += vm_count_bits(left);
        }
        if (again) {
            vi_store(deferred, vi_load(deferred + HAIL_LANES));
            waiting -= n;
        } else {
            i += n;
        }
    }
    return list_convex_hits(&job, pairs, count);
}

uint32_t HAIL_KERNEL(touch_convex_rects)(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count) {
    return ask_convex_rects(job, pairs, count, false);
}

uint32_t HAIL_KERNEL(sweep_convex_rects)(const hail_convex_rects *job, const uint32_t *pairs, uint32_t count) {
    return ask_convex_rects(job, pairs, count, true);
}
