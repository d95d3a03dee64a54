/* simd/kernels/kernel_list.h - the kernels' declarations for one variant, so that each file and the table agree.
 * Included with HAIL_KERNEL defined. */
hail_move_fn HAIL_KERNEL(move);
hail_check_fn HAIL_KERNEL(check);
hail_radii_fn HAIL_KERNEL(radii);
hail_cells_fn HAIL_KERNEL(cells);
hail_gather_fn HAIL_KERNEL(gather);
hail_sums_fn HAIL_KERNEL(sums);
hail_add_gathered_fn HAIL_KERNEL(add_gathered);
hail_crowded_fn HAIL_KERNEL(crowded);
hail_pairs_self_fn HAIL_KERNEL(pairs_self);
hail_pairs_cross_fn HAIL_KERNEL(pairs_cross);
hail_draw_fn HAIL_KERNEL(draw);
hail_sieve_fn HAIL_KERNEL(sieve);
hail_pairs_raster_fn HAIL_KERNEL(pairs_raster);
hail_pieces_fn HAIL_KERNEL(pieces);
hail_gate_fn HAIL_KERNEL(gate);
hail_resolve_fn HAIL_KERNEL(resolve);
hail_narrow_fn HAIL_KERNEL(circle_circle);
hail_narrow_fn HAIL_KERNEL(circle_polygon);
hail_narrow_fn HAIL_KERNEL(polygon_polygon);
hail_narrow_fn HAIL_KERNEL(circle_circle_gap);
hail_narrow_fn HAIL_KERNEL(circle_polygon_gap);
hail_narrow_fn HAIL_KERNEL(polygon_polygon_gap);
hail_narrow_fn HAIL_KERNEL(circle_circle_sweep);
hail_narrow_fn HAIL_KERNEL(circle_polygon_sweep);
hail_narrow_fn HAIL_KERNEL(polygon_polygon_sweep);
hail_narrow_fn HAIL_KERNEL(polygon_polygon_predict);
