/* script_bulletml.cpp - scripts through libbulletml: the only file in C++ that the game calls. No exception leaves this
 * file. */
#include "script.h"

#include "bulletml.hpp"
#include "bulletml_run.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>

#include <bulletml/bulletmlparser.h>
#include <bulletml/bulletmlrunner.h>

/* A program that fires this much in one frame, or evaluates this many formulas, is in a loop without a wait. */
static const long MOST_SHOTS = 20000;
static const long MOST_FORMULAS = 1000000;
static const double DEGREES = 57.29577951308232;

/* A tree for the runner, from a file that was checked: see bulletml.hpp. */
struct pattern final : BulletMLParser {
    explicit pattern(const char *path) : path_(path) { setName(path_.c_str()); }
    void parse() override {
        const bulletml::element root = bulletml::read(path_.c_str());
        bulletml::check(root);
        BulletMLNode *node = addContent(root.name);
        node->setReleaseDuty(true);
        const auto type = root.attributes.find("type");
        if (type != root.attributes.end() && type->second == "horizontal")
            setHorizontal();
        add_children(root, node);
    }

  private:
    void add_children(const bulletml::element &of, BulletMLNode *node) {
        for (const bulletml::element &child : of.children) {
            BulletMLNode *made = addContent(child.name);
            node->addChild(made); /* before anything can throw: it is freed with its parent */
            MyAttributes attributes;
            for (const auto &attribute : child.attributes)
                if (attribute.first == "type" || attribute.first == "label") {
                    attributes.push_back(attribute.first);
                    attributes.push_back(attribute.second);
                }
            addAttribute(attributes, made);
            if (!child.text.empty())
                made->setValue(child.text);
            add_children(child, made);
        }
    }

    std::string path_;
};

struct script final : BulletMLRunner {
    script(pattern *of, script_stage *stage) : BulletMLRunner(of), stage_(stage) {}
    script(BulletMLState *state, script_stage *stage, double direction, double speed)
        : BulletMLRunner(state), stage_(stage), direction_(direction), speed_(speed) {}
    /* What the base class copies are pointers to the other's runs. */
    script(const script &other)
        : BulletMLRunner(other), stage_(other.stage_), direction_(other.direction_), speed_(other.speed_),
          extra_x_(other.extra_x_), extra_y_(other.extra_y_), turn_(other.turn_), vanished_(other.vanished_) {
        impl_.clear();
        for (BulletMLRunnerImpl *run : other.impl_)
            impl_.push_back(bulletml::copy(*run, this));
    }
    script &operator=(const script &) = delete;
    ~script() override {
        for (BulletMLRunnerImpl *run : impl_)
            bulletml::forget_loops(*run);
    }

    script_state frame(float *vx, float *vy) {
        shots_ = formulas_ = 0;
        run();
        turn_++;
        *vx = static_cast<float>(std::sin(direction_ / DEGREES) * speed_ + extra_x_);
        *vy = static_cast<float>(-std::cos(direction_ / DEGREES) * speed_ + extra_y_);
        if (!std::isfinite(*vx) || !std::isfinite(*vy))
            throw std::runtime_error("a bullet's speed or direction is no longer a number");
        return vanished_ ? SCRIPT_VANISHED : isEnd() ? SCRIPT_ENDED : SCRIPT_RUNS;
    }
    script_stage *stage() const { return stage_; }

    double getBulletDirection() override { return direction_; }
    double getBulletSpeed() override { return speed_; }
    double getDefaultSpeed() override { return 1.0; }
    int getTurn() override { return turn_; }
    double getBulletSpeedX() override { return extra_x_; }
    double getBulletSpeedY() override { return extra_y_; }
    void doChangeDirection(double degrees) override { direction_ = degrees; }
    void doChangeSpeed(double speed) override { speed_ = speed; }
    void doAccelX(double speed) override { extra_x_ = speed; }
    void doAccelY(double speed) override { extra_y_ = speed; }
    void doVanish() override { vanished_ = true; }

    /* Degrees; 0 is up, growing clockwise. */
    double getAimDirection() override {
        const double dx = static_cast<double>(stage_->aim_x) - stage_->x;
        const double dy = static_cast<double>(stage_->aim_y) - stage_->y;
        return std::atan2(dx, -dy) * DEGREES;
    }

    /* The library asks for the rank before every formula: the only place to notice a loop that never waits. */
    double getRank() override {
        if (++formulas_ > MOST_FORMULAS)
            throw std::runtime_error("the pattern loops without waiting");
        return stage_->rank;
    }

    /* xorshift64 (G. Marsaglia, Xorshift RNGs, 2003): the same run for the same --seed on every machine. */
    double getRand() override {
        uint64_t x = stage_->random;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        stage_->random = x;
        return static_cast<double>(x >> 11) / 9007199254740992.0;
    }

    void createSimpleBullet(double direction, double speed) override { fire(direction, speed, nullptr); }
    void createBullet(BulletMLState *state, double direction, double speed) override {
        fire(direction, speed, new script(state, stage_, direction, speed));
    }

  private:
    void fire(double direction, double speed, script *own) {
        std::unique_ptr<script> held(own);
        const auto vx = static_cast<float>(std::sin(direction / DEGREES) * speed);
        const auto vy = static_cast<float>(-std::cos(direction / DEGREES) * speed);
        if (!std::isfinite(vx) || !std::isfinite(vy))
            throw std::runtime_error("a bullet's speed or direction is not a number");
        if (++shots_ > MOST_SHOTS)
            throw std::runtime_error("the pattern fires without end in one frame");
        stage_->fire(stage_->user, vx, vy, held.release());
    }

    script_stage *stage_;
    double direction_ = 180.0;
    double speed_ = 0.0;
    double extra_x_ = 0.0, extra_y_ = 0.0; /* from <accel>, on top of direction and speed */
    int turn_ = 0;
    bool vanished_ = false;
    long shots_ = 0, formulas_ = 0;
};

bool pattern_readable(void) { return true; }

pattern *pattern_load(const char *path, char *why, size_t size) {
    try {
        std::unique_ptr<pattern> loaded(new pattern(path));
        loaded->build();
        if (loaded->getTopActions().empty())
            throw std::runtime_error("no action is labelled \"top\"");
        return loaded.release();
    } catch (const std::exception &error) {
        std::snprintf(why, size, "%s", error.what());
    } catch (...) {
        std::snprintf(why, size, "libbulletml could not read the file");
    }
    return nullptr;
}

void pattern_free(pattern *loaded) { delete loaded; }

script *script_start(pattern *of, script_stage *stage) {
    try {
        return new script(of, stage);
    } catch (...) {
        return nullptr;
    }
}

void script_free(script *running) { delete running; }

script *script_copy(script *running) {
    try {
        return new script(*running);
    } catch (...) {
        return nullptr;
    }
}

script_state script_run(script *running, float *vx, float *vy) {
    *vx = *vy = 0.0f;
    script_stage *stage = running->stage();
    try {
        return running->frame(vx, vy);
    } catch (const std::exception &error) {
        std::snprintf(stage->why, sizeof stage->why, "%s", error.what());
    } catch (...) {
        std::snprintf(stage->why, sizeof stage->why, "libbulletml failed while it ran the pattern");
    }
    return SCRIPT_FAILED;
}
