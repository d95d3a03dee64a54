/* tbb_tasks.hpp - hooks for hail/tasks.h that use oneTBB's threads. */
#ifndef TBB_TASKS_HPP
#define TBB_TASKS_HPP

#include <hail/tasks.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

/* An arena with a number of its own for each of its threads. Keep it as long as the hooks. */
class tbb_tasks {
  public:
    explicit tbb_tasks(uint32_t workers)
        : arena_(static_cast<int>(workers)), hooks_{workers, 0, enqueue, finish, this} {}
    tbb_tasks(const tbb_tasks &) = delete;
    tbb_tasks &operator=(const tbb_tasks &) = delete;

    const hail_tasks *hooks() const { return &hooks_; }

  private:
    /* Starts the work, and returns its group. */
    static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task,
                         void *user) {
        auto *self = static_cast<tbb_tasks *>(user);
        auto *group = new tbb::task_group;
        self->arena_.execute([=] {
            group->run([=] {
                tbb::parallel_for(tbb::blocked_range<uint32_t>(first, last, grain), [=](const auto &piece) {
                    const auto worker = static_cast<uint32_t>(tbb::this_task_arena::current_thread_index());
                    function(piece.begin(), piece.end(), worker, task);
                });
            });
        });
        return group;
    }

    static void finish(void *handle, void *user) {
        auto *group = static_cast<tbb::task_group *>(handle);
        static_cast<tbb_tasks *>(user)->arena_.execute([=] { group->wait(); });
        delete group;
    }

    tbb::task_arena arena_;
    hail_tasks hooks_;
};

#endif
