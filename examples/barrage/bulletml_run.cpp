/* bulletml_run.cpp - copies and ends runs of libbulletml, which keeps their state to itself. */
#include "bulletml_run.hpp"

#include <memory>
#include <vector>

namespace {

/* Private members are named through explicit instantiations, where C++ checks no access. */
typedef std::auto_ptr<LinearFunc<int, double>> BulletMLRunnerImpl::*change;
struct direction {};
struct speed {};
struct accel_x {};
struct accel_y {};
change member(direction);
change member(speed);
change member(accel_x);
change member(accel_y);
template <typename Name, change Member> struct opened {
    friend change member(Name) { return Member; }
};
template struct opened<direction, &BulletMLRunnerImpl::changeDir_>;
template struct opened<speed, &BulletMLRunnerImpl::changeSpeed_>;
template struct opened<accel_x, &BulletMLRunnerImpl::accelx_>;
template struct opened<accel_y, &BulletMLRunnerImpl::accely_>;

/* An auto_ptr moves when it is copied: all go back first, then the copy gets its own. */
void share(BulletMLRunnerImpl &from, BulletMLRunnerImpl &to) {
    const change all[] = {member(direction()), member(speed()), member(accel_x()), member(accel_y())};
    for (const change which : all)
        (from.*which).reset((to.*which).release());
    for (const change which : all)
        if ((from.*which).get() != nullptr)
            (to.*which).reset(new LinearFunc<int, double>(*(from.*which)));
}

/* Never made: its name reaches protected members. */
struct opener final : BulletMLRunnerImpl {
    static void forget_loops(BulletMLRunnerImpl &run) {
        RepeatStack &stack = run.*(&opener::repeatStack_);
        for (; !stack.empty(); stack.pop())
            delete stack.top();
    }

    /* The stack's pointers are the other run's. */
    static void copy_loops(BulletMLRunnerImpl &run) {
        RepeatStack &stack = run.*(&opener::repeatStack_);
        std::vector<const RepeatElem *> loops;
        for (; !stack.empty(); stack.pop())
            loops.push_back(stack.top());
        for (; !loops.empty(); loops.pop_back())
            stack.push(new RepeatElem(*loops.back()));
    }

    static void give(BulletMLRunnerImpl &run, BulletMLRunner *runner) { run.*(&opener::runner_) = runner; }
};

} // namespace

BulletMLRunnerImpl *bulletml::copy(BulletMLRunnerImpl &run, BulletMLRunner *runner) {
    std::unique_ptr<BulletMLRunnerImpl> made(new BulletMLRunnerImpl(run));
    share(run, *made);
    opener::copy_loops(*made);
    opener::give(*made, runner);
    return made.release();
}

void bulletml::forget_loops(BulletMLRunnerImpl &run) { opener::forget_loops(run); }
