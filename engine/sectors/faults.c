/* engine/sectors/faults.c - collects faults in the caller's list: the first ones, in order. */
#include "base/heap_sort.h"
#include "build.h"

/* What each kind of fault means for a call: its status, whether a vertex is bad (else a wall is), and why. */
typedef struct fault_meaning {
    hail_status status;
    bool of_vertex;
    const char *problem;
} fault_meaning;

static const fault_meaning meanings[] = {
    [HAIL_FAULT_NO_VERTEX] = {HAIL_OUT_OF_RANGE, false, "names a vertex that does not exist"},
    [HAIL_FAULT_NO_SECTOR] = {HAIL_OUT_OF_RANGE, false, "names a sector that does not exist, or a kind above 31"},
    [HAIL_FAULT_NOT_FINITE] = {HAIL_NOT_FINITE, true, "or its y is not a finite number"},
    [HAIL_FAULT_TOO_FAR] = {HAIL_OUT_OF_RANGE, true, "and its y lie outside of the box that walls may lie in"},
    [HAIL_FAULT_TOO_LONG] = {HAIL_TOO_LARGE, false, "is longer than HAIL_MAX_REACH"},
    [HAIL_FAULT_ZERO_LENGTH] = {HAIL_DEGENERATE, false, "has both ends at the same point"},
    [HAIL_FAULT_DANGLING] = {HAIL_UNCLOSED, false, "ends where no other wall continues"},
    [HAIL_FAULT_UNCLOSED] = {HAIL_UNCLOSED, false, "and the next wall round its vertex name different sectors"},
    [HAIL_FAULT_CROSSING] = {HAIL_CROSSING, false, "crosses or touches another wall"},
    [HAIL_FAULT_OVERLAP] = {HAIL_CROSSING, false, "has more than a point in common with another wall"},
    [HAIL_FAULT_MISPLACED] = {HAIL_UNCLOSED, true, "and its y lie in another sector than their walls name"}};

static bool before(const void *unused, hail_sector_fault a, hail_sector_fault b) {
    (void)unused;
    if (a.kind != b.kind)
        return a.kind < b.kind;
    if (a.wall != b.wall)
        return a.wall < b.wall;
    return a.other != b.other ? a.other < b.other : a.vertex < b.vertex;
}

HAIL_HEAP_SORT(faults, hail_sector_fault, void, before)

hail_status hail_collector_open(hail_fault_collector *collector, hail_error *error, hail_sector_faults *faults) {
    *collector = (hail_fault_collector){.faults = faults};
    if (!faults)
        return HAIL_OK;
    faults->count = 0;
    return faults->list || !faults->capacity ? HAIL_OK : hail_fail_null(error, "faults->list");
}

void hail_collector_add(hail_fault_collector *collector, hail_sector_fault fault) {
    hail_sector_faults *faults = collector->faults;
    if (!collector->count || before(NULL, fault, collector->first))
        collector->first = fault;
    const size_t count = collector->count++;
    if (!faults || !faults->capacity)
        return;
    hail_sector_fault *heap = faults->list;
    if (count >= faults->capacity) {
        if (before(NULL, fault, heap[0]))
            faults_sift(NULL, heap, 0, faults->capacity, fault);
        return;
    }
    size_t gap = count;
    for (; gap && before(NULL, heap[(gap - 1) / 2], fault); gap = (gap - 1) / 2)
        heap[gap] = heap[(gap - 1) / 2];
    heap[gap] = fault;
}

void hail_collector_close(hail_fault_collector *collector) {
    hail_sector_faults *faults = collector->faults;
    if (!faults)
        return;
    faults->count = collector->count;
    faults_sort(NULL, faults->list, collector->count < faults->capacity ? collector->count : faults->capacity);
}

/* Where a number stands in a list; the number itself, and another list, if it does not stand there. */
static const char *listed(const uint32_t *list, size_t count, const char *name, const char *other, uint32_t number,
                          size_t *element) {
    *element = number;
    for (size_t i = 0; i < count; i++)
        if (list[i] == number) {
            *element = i;
            return name;
        }
    return other;
}

hail_status hail_collector_fail(const hail_fault_collector *collector, const hail_sectors_edit *edit,
                                hail_error *error) {
    const hail_sector_fault *first = &collector->first;
    const fault_meaning *meaning = &meanings[first->kind];
    size_t element = meaning->of_vertex ? first->vertex : first->wall;
    const char *field = meaning->of_vertex ? "data->x" : "data->walls";
    if (edit && meaning->of_vertex)
        field = listed(edit->vertex, edit->vertex_count, "edit->x", "map->x", first->vertex, &element);
    else if (edit)
        field = listed(edit->wall, edit->wall_count, "edit->to", "map->walls", first->wall, &element);
    return hail_fail_at(error, meaning->status, field, element, meaning->problem);
}
