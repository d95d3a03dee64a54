/* hail/hail.hpp - Hail for C++17: objects that free themselves, views of arrays, any callable as the step's callback.
 *
 *     hail::world world;
 *     hail::check(world.create());
 *     hail_shape dot;
 *     hail::check(hail_shape_circle(world.shapes(), 4.0f, &dot));
 *     hail::check(world.step(1.0f / 60.0f, [&](hail::view<const hail_contact> contacts) {
 *         for (const hail_contact &contact : contacts)
 *             score += contact.layer_b == SHIPS;
 *     }));
 *
 * The C functions do the work: every object here converts to the pointer that they take. A call that can fail returns a
 * hail_status; hail::check throws if it is not HAIL_OK. Without exceptions (-fno-exceptions) everything but hail::check
 * and hail::error is there. */
#ifndef HAIL_HAIL_HPP
#define HAIL_HAIL_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "hail/hail.hpp needs C++17 or later: -std=c++17 or, with Microsoft's compiler, /std:c++17"
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hail.h"

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define HAIL_EXCEPTIONS 1
#include <exception>
#include <stdexcept>
#include <string>
#endif

namespace hail {

#if defined(HAIL_EXCEPTIONS)
/* What hail::check throws: the status; what() is its hail_status_text or, if the error of the context was given, its
 * sentence (hail_error_text). */
class error : public std::runtime_error {
  public:
    explicit error(hail_status status) : std::runtime_error(hail_status_text(status)), status_(status) {}
    error(hail_status status, const hail_error &details)
        : std::runtime_error(sentence(status, details)), status_(status) {}
    hail_status status() const noexcept { return status_; }

  private:
    /* Without an error of that status: it may be an older call's, or the call had nowhere to write it. */
    static std::string sentence(hail_status status, const hail_error &details) {
        if (details.status != static_cast<std::uint32_t>(status))
            return hail_status_text(status);
        std::string text(hail_error_text(&details, nullptr, 0) + 1, '\0');
        text.resize(hail_error_text(&details, &text[0], text.size()));
        return text;
    }

    hail_status status_;
};

/* Throws hail::error unless the status is HAIL_OK. */
inline void check(hail_status status) {
    if (status != HAIL_OK)
        throw error(status);
}

/* The same, with the error of the context that the call used. */
inline void check(hail_status status, const hail_error &details) {
    if (status != HAIL_OK)
        throw error(status, details);
}
#endif

/* An array that someone else owns: a pointer and a count. */
template <class T> class view {
  public:
    constexpr view() noexcept = default;
    constexpr view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* Owns one C object and destroys it. It can be moved, not copied; it is null until it is created. */
template <class T, auto Destroy> class owner {
  public:
    owner() noexcept = default;
    explicit owner(T *object) noexcept : object_(object) {}
    owner(owner &&other) noexcept : object_(other.release()) {}
    owner &operator=(owner &&other) noexcept {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { Destroy(object_); }

    T *get() const noexcept { return object_; }
    operator T *() const noexcept { return object_; }

    /* Gives the object away; the caller destroys it. */
    T *release() noexcept { return std::exchange(object_, nullptr); }
    /* Destroys the object that it owns, and owns this one instead. */
    void reset(T *object = nullptr) noexcept { Destroy(std::exchange(object_, object)); }

  protected:
    /* Where a create function writes its result; what was owned before is destroyed. */
    T **out() noexcept {
        reset();
        return &object_;
    }

  private:
    T *object_ = nullptr;
};

/* ---- Sets and maps ----------------------------------------------------------------------------------------------- */

/* A set or scratch that only a context makes. */
template <class T, auto Destroy, auto Create> class made : public owner<T, Destroy> {
  public:
    using owner<T, Destroy>::owner;
    [[nodiscard]] hail_status create(const hail_context *context = nullptr) noexcept {
        return Create(context, this->out());
    }
};

/* A map, whose state is hashed, saved to an image, and made that of an image; flags: 0 or HAIL_TRUSTED. */
template <class T, auto Destroy, auto Hash, auto SaveSize, auto Save, auto Restore>
class map_with_state : public owner<T, Destroy> {
  public:
    using owner<T, Destroy>::owner;
    std::uint64_t hash() const noexcept {
        std::uint64_t hash = 0;
        Hash(this->get(), &hash);
        return hash;
    }
    [[nodiscard]] hail_status save_size(std::size_t &size) const noexcept { return SaveSize(this->get(), &size); }
    [[nodiscard]] hail_status save(std::uint32_t flags, view<unsigned char> image) const noexcept {
        return Save(this->get(), flags, image.data(), image.size(), nullptr);
    }
    [[nodiscard]] hail_status restore(std::uint32_t flags, view<const unsigned char> image) noexcept {
        return Restore(this->get(), flags, image.data(), image.size());
    }
};

class tileset : public owner<hail_tileset, hail_tileset_destroy> {
  public:
    using owner::owner;
    /* An empty set of tiles of this size, px. */
    [[nodiscard]] hail_status create(std::uint32_t width, std::uint32_t height,
                                     const hail_context *context = nullptr) noexcept {
        return hail_tileset_create(context, width, height, out());
    }
};

/* A map of tiles. The set must outlive it. */
class tilemap : public map_with_state<hail_tilemap, hail_tilemap_destroy, hail_tilemap_hash, hail_tilemap_save_size,
                                      hail_tilemap_save, hail_tilemap_restore> {
  public:
    using map_with_state::map_with_state;
    [[nodiscard]] hail_status create(const hail_tileset *set, const hail_tilemap_options &options) noexcept {
        return hail_tilemap_create(set, &options, out());
    }
};

using spriteset = made<hail_spriteset, hail_spriteset_destroy, hail_spriteset_create>;

/* A map of sectors. */
class sectors : public map_with_state<hail_sectors, hail_sectors_destroy, hail_sectors_hash, hail_sectors_save_size,
                                      hail_sectors_save, hail_sectors_restore> {
  public:
    using map_with_state::map_with_state;
    [[nodiscard]] hail_status create(const hail_sector_data &data, hail_sector_faults *faults = nullptr,
                                     const hail_sectors_options *options = nullptr) noexcept {
        return hail_sectors_create(options, &data, faults, out());
    }
};

/* Loops of vertices that Hail made: outlines and convex parts. */
class polygons : public owner<hail_polygons, hail_polygons_destroy> {
  public:
    using owner::owner;
    /* The outline of a sprite's opaque pixels. */
    [[nodiscard]] hail_status trace(const hail_spriteset *set, std::uint32_t sprite,
                                    const hail_trace_options *options = nullptr) noexcept {
        return hail_trace(set, sprite, options, out());
    }
    /* The convex parts of a polygon. */
    [[nodiscard]] hail_status decompose(const hail_loops &polygon, const hail_decompose_options *options = nullptr,
                                        hail_decompose_report *report = nullptr) noexcept {
        return hail_decompose(&polygon, options, out(), report);
    }
    /* The loops, valid as long as this object lives. */
    hail_loops loops() const noexcept { return get() ? *hail_polygons_loops(get()) : hail_loops{}; }
};

/* ---- World ------------------------------------------------------------------------------------------------------- */

/* A layer's columns: [active | disabled | quarantined]. A view of a column that the layer does not have is empty. The
 * views last as long as the pointers of hail_layer_columns. */
struct columns {
    std::size_t active = 0, disabled = 0, quarantined = 0;
    view<float> x, y, vx, vy, cos, sin, scale, life, dx, dy;
    view<std::uint32_t> group, category, mask, pierce;
    view<std::uint64_t> user;
    view<const std::uint32_t> shape;
    view<const hail_handle> handle;
};

/* A set of shapes that worlds share. It must outlive them: while a world uses it, hail_shapeset_destroy frees nothing.
 */
class shapeset : public made<hail_shapeset, hail_shapeset_destroy, hail_shapeset_create> {
  public:
    using made::made;
    /* How many shapes the set holds, and how many bytes. */
    hail_shapeset_size size() const noexcept {
        hail_shapeset_size size{};
        (void)hail_shapeset_measure(get(), &size);
        return size;
    }
};

/* Scratch that worlds of one thread share. It must outlive them: while a world's options name it, hail_scratch_destroy
 * frees nothing. */
class scratch : public made<hail_scratch, hail_scratch_destroy, hail_scratch_create> {
  public:
    using made::made;
    /* How many bytes it holds. */
    size_t bytes() const noexcept {
        size_t bytes = 0;
        (void)hail_scratch_memory(get(), &bytes);
        return bytes;
    }
};

/* A world. One thread at a time may use it. Do not destroy or move it inside its callback. */
class world : public owner<hail_world, hail_world_destroy> {
  public:
    using owner::owner;
    /* An empty world; by default with the default options. */
    [[nodiscard]] hail_status create() noexcept { return hail_world_create(nullptr, out()); }
    [[nodiscard]] hail_status create(const hail_world_options &options) noexcept {
        return hail_world_create(&options, out());
    }

    /* The world's set of shapes. */
    hail_shapeset *shapes() const noexcept { return hail_world_shapes(get()); }

    /* The hash of the world's state; 0 if it has none, as inside a callback. */
    std::uint64_t hash() const noexcept {
        std::uint64_t hash = 0;
        return hail_world_hash(get(), &hash) == HAIL_OK ? hash : 0;
    }

    /* Saves the world's state to an image, or makes it that of one; flags as in hail/state.h. */
    [[nodiscard]] hail_status save_size(std::uint32_t flags, std::size_t &size) const noexcept {
        return hail_world_save_size(get(), flags, &size);
    }
    [[nodiscard]] hail_status save(std::uint32_t flags, view<unsigned char> image) const noexcept {
        return hail_world_save(get(), flags, image.data(), image.size(), nullptr);
    }
    [[nodiscard]] hail_status restore(std::uint32_t flags, view<const unsigned char> image) noexcept {
        return hail_world_restore(get(), flags, image.data(), image.size());
    }
    /* The same with a base image, whose layers are left out where they are equal; `written`: the image's size. */
    [[nodiscard]] hail_status save_since(std::uint32_t flags, view<const unsigned char> base, view<unsigned char> image,
                                         std::size_t &written) const noexcept {
        return hail_world_save_since(get(), flags, base.data(), base.size(), image.data(), image.size(), &written);
    }
    [[nodiscard]] hail_status restore_since(std::uint32_t flags, view<const unsigned char> base,
                                            view<const unsigned char> image) noexcept {
        return hail_world_restore_since(get(), flags, base.data(), base.size(), image.data(), image.size());
    }

    /* Prepares layers (HAIL_LAYER bits; 0: all) for queries. */
    [[nodiscard]] hail_status prepare(std::uint64_t layers = 0) noexcept { return hail_query_prepare(get(), layers); }

    /* Draws the world with the options' renderer. */
    [[nodiscard]] hail_status draw(const hail_draw_options &options) const noexcept {
        return hail_draw_world(get(), &options);
    }

    /* Advances the world by dt seconds without a callback: contacts are counted, and kept for contacts(). */
    [[nodiscard]] hail_status step(float dt) noexcept { return hail_step(get(), dt, nullptr, nullptr); }

    /* Advances the world by dt seconds. `on_contacts` is called with a hail::view<const hail_contact> for each window
     * of contacts.
     *
     * An exception that it throws does not pass through C: the step finishes without further calls, the world stays
     * usable, and this function rethrows the exception. */
    template <class Callback> [[nodiscard]] hail_status step(float dt, Callback &&on_contacts) {
        call<std::remove_reference_t<Callback>> state{&on_contacts};
        const hail_status status = hail_step(get(), dt, call<std::remove_reference_t<Callback>>::run, &state);
#if defined(HAIL_EXCEPTIONS)
        if (state.thrown)
            std::rethrow_exception(state.thrown);
#endif
        return status;
    }

    /* A layer's columns as views; all empty if there is no such layer. */
    hail::columns columns(std::uint32_t layer) const noexcept {
        hail_columns c{};
        if (hail_layer_columns(get(), layer, &c) != HAIL_OK)
            return {};
        hail::columns all;
        all.active = c.active, all.disabled = c.disabled, all.quarantined = c.quarantined;
        all.x = of(c.x, c), all.y = of(c.y, c), all.vx = of(c.vx, c), all.vy = of(c.vy, c);
        all.cos = of(c.cos, c), all.sin = of(c.sin, c), all.scale = of(c.scale, c), all.life = of(c.life, c);
        all.dx = of(c.dx, c), all.dy = of(c.dy, c), all.group = of(c.group, c), all.user = of(c.user, c);
        all.category = of(c.category, c), all.mask = of(c.mask, c), all.pierce = of(c.pierce, c);
        all.shape = of(c.shape, c), all.handle = of(c.handle, c);
        return all;
    }

    /* hail_step_on_tasks: user pointers by worker. A plain function, because several threads call it at once; it must
     * not throw. */
    [[nodiscard]] hail_status step_on_tasks(float dt, hail_contacts_fn *on_contacts, void *const *users) noexcept {
        return hail_step_on_tasks(get(), dt, on_contacts, users);
    }

    /* The last step's first contacts, as many as the option kept_contacts allows. */
    view<const hail_contact> contacts() const noexcept { return listed(hail_contacts); }

    /* The pairs that begin to touch, stay and end in the last step, of rules with events. */
    view<const hail_event> begins() const noexcept { return listed(hail_begins); }
    view<const hail_event> stays() const noexcept { return listed(hail_stays); }
    view<const hail_event> ends() const noexcept { return listed(hail_ends); }

    /* The bodies that the last step freed, in slot order. */
    view<const hail_removal> removals() const noexcept { return listed(hail_removals); }

  private:
    template <class Callback> struct call {
        Callback *on_contacts;
#if defined(HAIL_EXCEPTIONS)
        std::exception_ptr thrown{};
        static void run(const hail_contact *contacts, std::size_t count, void *user) noexcept {
            auto *self = static_cast<call *>(user);
            if (self->thrown)
                return;
            try {
                (*self->on_contacts)(view<const hail_contact>(contacts, count));
            } catch (...) {
                self->thrown = std::current_exception();
            }
        }
#else
        static void run(const hail_contact *contacts, std::size_t count, void *user) noexcept {
            (*static_cast<call *>(user)->on_contacts)(view<const hail_contact>(contacts, count));
        }
#endif
    };

    template <class T, class World> view<T> listed(T *(*list)(World *, std::size_t *)) const noexcept {
        std::size_t count = 0;
        T *items = list(get(), &count);
        return {items, count};
    }

    template <class T> static view<T> of(T *column, const hail_columns &c) noexcept {
        return column ? view<T>(column, c.count) : view<T>();
    }
};

} // namespace hail

#endif
