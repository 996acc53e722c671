#include "pyboard/api/any_state.hpp"

#include <algorithm>
#include <cstring>

namespace pyboard {

namespace {

constexpr std::uint32_t kMagic = 0x53425950;  // "PYBS"
constexpr std::uint16_t kFormat = 1;
constexpr std::uint16_t kWithHistory = 1;

class ByteWriter {
 public:
  template <class T>
  void number(T value) {
    raw(&value, sizeof value);
  }
  void raw(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    raw(value.data(), value.size());
  }
  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_{bytes} {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> take(std::size_t size) {
    if (size > bytes_.size()) throw CorruptStateError("the bytes end too early");
    const auto part = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return part;
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    const auto part = take(size);
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

void check_position(const AnyGame& game, const void* state, const char* what) {
  Faults faults;
  game.violations(state, faults);
  if (!faults.empty())
    throw CorruptStateError(join_faults(std::string(what) + " is no position of " + game.description(), faults));
}

}  // namespace

std::unique_ptr<AnyState> AnyState::begin(const GamePointer& game, std::shared_ptr<const StartPoint> start) {
  std::unique_ptr<AnyState> state(new (game->cursor_size()) AnyState(game, std::move(start)));
  game->place(state->cursor(), state->start_->state.data(), state->history_);
  return state;
}

std::unique_ptr<AnyState> AnyState::initial(const GamePointer& game) {
  auto start = std::make_shared<StartPoint>();
  start->state.resize(game->state_size());
  game->write_initial(start->state.data());
  return begin(game, std::move(start));
}

std::unique_ptr<AnyState> AnyState::at(const GamePointer& game, const void* state) {
  const auto* bytes = static_cast<const std::byte*>(state);
  auto start = std::make_shared<StartPoint>();
  start->state.assign(bytes, bytes + game->state_size());
  return begin(game, std::move(start));
}

std::unique_ptr<AnyState> AnyState::from_value(const GamePointer& game, const Value& value) {
  std::vector<std::byte> bytes(game->state_size());
  Faults faults;
  game->from_value(bytes.data(), value, faults);
  if (faults.empty()) game->violations(bytes.data(), faults);
  if (!faults.empty()) throw CorruptStateError(join_faults("this is no position of " + game->description(), faults));
  return at(game, bytes.data());
}

std::unique_ptr<AnyState> AnyState::clone() const {
  std::unique_ptr<AnyState> copy(new (game_->cursor_size()) AnyState(*this));
  std::memcpy(copy->cursor(), cursor(), game_->cursor_size());
  return copy;
}

void AnyState::become(const AnyState& clone) noexcept {
  history_ = clone.history_;
  std::memcpy(cursor(), clone.cursor(), game_->cursor_size());
}

void AnyState::apply(std::int64_t id) {
  if (node().kind == NodeKind::decision) {
    const auto ids = legal();
    if (id < 0 || id > 0xffff || !std::binary_search(ids.begin(), ids.end(), static_cast<Action>(id))) refuse(id);
  } else {
    const auto possible = is_chance_node() ? outcomes() : std::vector<WeightedOutcome>{};
    if (std::none_of(possible.begin(), possible.end(),
                     [&](const WeightedOutcome& outcome) { return outcome.id == id; }))
      refuse(id);
  }
  apply_unchecked(static_cast<std::uint16_t>(id));
}

std::uint16_t AnyState::parse(std::string_view text) const {
  if (is_terminal()) throw IllegalActionError("the game is over, nothing can be played");
  const std::uint16_t id = is_chance_node() ? game_->parse_outcome(state(), text) : game_->parse_action(state(), text);
  if (is_chance_node()) {
    const auto possible = outcomes();
    if (std::none_of(possible.begin(), possible.end(),
                     [&](const WeightedOutcome& outcome) { return outcome.id == id; }))
      refuse(id);
  } else if (!std::binary_search(legal().begin(), legal().end(), id)) {
    refuse(id);
  }
  return id;
}

void AnyState::apply_text(std::string_view text) { apply_unchecked(parse(text)); }

std::string AnyState::information_state(int viewer) const {
  std::string result = start_->viewer == viewer ? start_->knowledge : game_->view(start_->state.data(), viewer).json();
  for (const std::string& label : game_->label_texts(start_->state.data(), events(), viewer)) {
    result += '\n';
    result += label;
  }
  return result;
}

std::unique_ptr<AnyState> AnyState::resample(int viewer, std::uint64_t seed) const {
  auto start = std::make_shared<StartPoint>();
  start->state.assign(state(), state() + game_->state_size());
  start->viewer = viewer;
  start->knowledge = information_state(viewer);
  Rng rng(seed);
  game_->conceal(start->state.data(), viewer, rng);
  return begin(game_, std::move(start));
}

std::vector<std::byte> AnyState::serialize(bool with_history) const {
  ByteWriter out;
  out.number(kMagic);
  out.number(kFormat);
  out.number(with_history ? kWithHistory : std::uint16_t{0});
  out.text(game_->description());
  out.number(game_->fingerprint());
  if (with_history) {
    out.number(static_cast<std::int32_t>(start_->viewer));
    out.text(start_->knowledge);
    out.raw(start_->state.data(), start_->state.size());
    const auto all = events();
    out.number(static_cast<std::uint32_t>(all.size()));
    out.raw(all.data(), all.size() * sizeof(Event));
  }
  out.raw(state(), game_->state_size());
  out.number(hash_bytes(out.bytes().data(), out.bytes().size()));
  return std::move(out.bytes());
}

std::unique_ptr<AnyState> AnyState::deserialize(const GamePointer& game, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  if (in.number<std::uint32_t>() != kMagic) throw CorruptStateError("these bytes are no serialised state");
  const auto format = in.number<std::uint16_t>();
  if (format != kFormat) {
    throw CorruptStateError("the bytes have format " + std::to_string(format) + ", known: " + std::to_string(kFormat));
  }
  const auto flags = in.number<std::uint16_t>();
  if ((flags & ~kWithHistory) != 0) throw CorruptStateError("the bytes have unknown flags");
  if (bytes.size() < sizeof(std::uint64_t)) throw CorruptStateError("the bytes end too early");
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
  if (sum != hash_bytes(bytes.data(), bytes.size() - sizeof sum))
    throw CorruptStateError("the bytes are damaged: their checksum is wrong");
  const std::string description = in.text();
  if (in.number<std::uint64_t>() != game->fingerprint()) {
    throw CorruptStateError("the bytes belong to another game (" + description +
                            ", perhaps with other options, tables or rules version), not to this " +
                            game->description());
  }
  const std::size_t size = game->state_size();
  if (flags == 0) {
    const auto last = in.take(size);
    (void)in.number<std::uint64_t>();
    if (in.left() != 0) throw CorruptStateError("there are bytes after the end");
    const std::vector<std::byte> state(last.begin(), last.end());  // aligned
    check_position(*game, state.data(), "the serialised state");
    return at(game, state.data());
  }
  auto start = std::make_shared<StartPoint>();
  start->viewer = in.number<std::int32_t>();
  start->knowledge = in.text();
  if (start->viewer < -1 || start->viewer >= game->seats())
    throw CorruptStateError("the bytes name a player that is not there");
  const auto first = in.take(size);
  start->state.assign(first.begin(), first.end());
  check_position(*game, start->state.data(), "the first serialised state");
  const auto count = in.number<std::uint32_t>();
  if (count > in.left() / sizeof(Event)) throw CorruptStateError("the bytes end too early");
  std::vector<Event> events(count);
  const auto raw = in.take(count * sizeof(Event));
  if (count > 0) std::memcpy(events.data(), raw.data(), raw.size());
  const auto last = in.take(size);
  (void)in.number<std::uint64_t>();
  if (in.left() != 0) throw CorruptStateError("there are bytes after the end");
  std::vector<std::byte> end(size);
  const std::string fault = game->replay(start->state.data(), events, end.data());
  if (!fault.empty()) throw CorruptStateError("the serialised history does not replay: " + fault);
  if (!std::equal(end.begin(), end.end(), last.begin()))
    throw CorruptStateError("the serialised state is not where its history leads");

  std::unique_ptr<AnyState> state(new (game->cursor_size()) AnyState(game, std::move(start)));
  for (const Event& event : events) state->history_.append(event);
  const std::uint32_t settled = state->history_.size();
  game->place(state->cursor(), end.data(), state->history_);
  if (state->history_.size() != settled) throw CorruptStateError("the serialised history ends before a forced event");
  return state;
}

bool AnyState::operator==(const AnyState& other) const noexcept {
  return game_->fingerprint() == other.game_->fingerprint() &&
         std::memcmp(state(), other.state(), game_->state_size()) == 0;
}

std::uint64_t AnyState::hash() const noexcept { return hash_bytes(state(), game_->state_size(), game_->fingerprint()); }

}  // namespace pyboard
