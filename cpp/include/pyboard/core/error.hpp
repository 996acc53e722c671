// pyboard/core/error.hpp: the errors that callers see. Rule code never throws; the checked layer does.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#if defined(_WIN32)
#if defined(PYBOARD_BUILDING)
#define PYBOARD_API __declspec(dllexport)
#else
#define PYBOARD_API __declspec(dllimport)
#endif
#define PYBOARD_EXCEPTION
#else
#define PYBOARD_API __attribute__((visibility("default")))
#define PYBOARD_EXCEPTION __attribute__((visibility("default")))  // exceptions cross library borders
#endif

namespace pyboard {

/// Not an action or outcome of this game at all: number out of range, malformed text.
class PYBOARD_EXCEPTION InvalidActionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// An action of this game that is not legal in this position.
class PYBOARD_EXCEPTION IllegalActionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Bytes, a record or a dict that is no position of this game.
class PYBOARD_EXCEPTION CorruptStateError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Everything that is wrong with an input, not only the first thing.
using Faults = std::vector<std::string>;

/// "what: fault; fault; …", one line per fault when there are several.
[[nodiscard]] PYBOARD_API std::string join_faults(const std::string& what, const Faults& faults);

}  // namespace pyboard
