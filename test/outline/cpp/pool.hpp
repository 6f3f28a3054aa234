#ifndef POOL_HPP
#define POOL_HPP

namespace net::pool {

template <typename T>
concept Closable = requires(T t) { t.close(); };

/** Keeps connections open for the next caller. */
template <Closable T,
          std::size_t Size = 8>
class Pool final
    : private Base<T>,
      public Sized {
 public:
  template <typename... Args>
  std::shared_ptr<T> take(Args&&... args) {
    auto made = std::make_shared<T>(std::forward<Args>(args)...);
    return made;
  }

  int broken(int count) const
  {
    return count + * ;
  }

  struct Slot {
    T item;
    bool used : 1;
  };

#ifdef POOL_STATS
  long hits() const { return hits_; }
#endif

 private:
  std::array<Slot, Size> slots_{};
};

template <typename T>
auto drain(Pool<T>& pool) -> std::vector<T> {
  return {};
}

template <> class Pool<Fake> {};

}

#endif
