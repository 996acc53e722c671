// pyboard/core/small_vector.hpp: a vector of fixed capacity that lives where it is declared.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace pyboard {

/// Up to `Capacity` trivially copyable elements; elements past size() are unspecified.
template <class T, std::size_t Capacity>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  constexpr void push_back(const T& value) noexcept {
    assert(size_ < Capacity);
    items_[size_++] = value;
  }
  constexpr void clear() noexcept { size_ = 0; }
  constexpr void resize(std::size_t size) noexcept {
    assert(size <= Capacity);
    size_ = size;
  }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] static constexpr std::size_t capacity() noexcept { return Capacity; }
  [[nodiscard]] constexpr T& operator[](std::size_t i) noexcept { return items_[i]; }
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const noexcept { return items_[i]; }
  [[nodiscard]] constexpr T* begin() noexcept { return items_.data(); }
  [[nodiscard]] constexpr T* end() noexcept { return items_.data() + size_; }
  [[nodiscard]] constexpr const T* begin() const noexcept { return items_.data(); }
  [[nodiscard]] constexpr const T* end() const noexcept { return items_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace pyboard
