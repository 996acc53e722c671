#include "pyboard/core/schema.hpp"

#include <algorithm>

namespace pyboard::schema {

namespace {

std::string join(const std::string& path, std::string_view key) {
  if (key.empty()) return path;
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string row(const std::string& path, int index) { return path + "[" + std::to_string(index) + "]"; }

std::string bounds(int min, int max) { return ", allowed: " + std::to_string(min) + " to " + std::to_string(max); }

/// Reads a tree. `here_` is the dict (or the list entry) that keys are looked up in; null where the tree
/// has nothing, and then the tables keep their values.
class Reader final : public Visitor {
 public:
  Reader(const Value& tree, const Value& known, bool complete, Faults& faults)
      : here_{&tree}, known_{&known}, complete_{complete}, faults_{&faults} {}

 protected:
  void visit_integer(std::string_view key, int& value, int min, int max, bool required) override {
    const Value* found = get(key);
    if (found == nullptr) {
      if (!required && here_ != nullptr) value = 0;
      if (required) missing(key);
      return;
    }
    const auto* number = found->get<std::int64_t>();
    if (number == nullptr) {
      fault(key, "must be a whole number, not " + found->kind());
    } else if (*number < min || *number > max) {
      fault(key, "is " + std::to_string(*number) + bounds(min, max));
    } else {
      value = static_cast<int>(*number);
    }
  }

  void visit_boolean(std::string_view key, int& value) override {
    const Value* found = get(key);
    if (found == nullptr) {
      missing(key);
    } else if (const auto* flag = found->get<bool>()) {
      value = *flag ? 1 : 0;
    } else {
      fault(key, "must be true or false, not " + found->kind());
    }
  }

  void visit_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    const Value* found = get(key);
    if (found == nullptr) {
      missing(key);
      return;
    }
    // A name that is a number stands for that number.
    const auto* text = found->get<std::string>();
    const auto* number = found->get<std::int64_t>();
    const std::string name = text != nullptr ? *text : number != nullptr ? std::to_string(*number) : std::string();
    const auto it = text != nullptr && is_number(name) ? names.end() : std::find(names.begin(), names.end(), name);
    if (it == names.end()) {
      fault(key, "is " + found->json() + ", allowed: " + quoted_list(names));
    } else {
      value = static_cast<int>(it - names.begin());
    }
  }

  void visit_optional_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    const Value* found = get(key);
    if (found == nullptr) {
      if (here_ != nullptr) value = 0;
      return;
    }
    int index = value - 1;
    visit_choice(key, index, names);
    value = index + 1;
  }

  void visit_nullable(std::string_view key, int& value, int min, int max) override {
    const Value* found = get(key);
    if (found == nullptr) {
      missing(key);
    } else if (found->is_null()) {
      value = 0;
    } else {
      int number = value - 1;
      visit_integer(key, number, min, max, true);
      value = number + 1;
    }
  }

  void visit_variant(int& value, std::span<const std::string_view> keys) override {
    int found = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (get(keys[i]) == nullptr) continue;
      value = static_cast<int>(i);
      ++found;
    }
    if (here_ != nullptr && found != 1) {
      faults_->push_back(path_ + " must have exactly one of the keys " + quoted_list(keys));
    }
  }

  void visit_dict(std::string_view key, const std::function<void()>& members) override {
    const Value* found = get(key);
    if (found != nullptr && found->get<Value::Dict>() == nullptr) {
      fault(key, "must be a dict, not " + found->kind());
      found = nullptr;
    } else if (found == nullptr) {
      missing(key);
    }
    const Scope scope(*this, found, key.empty() ? known_ : known_member(key), join(path_, key));
    members();
    report_unknown();
  }

  void visit_rows(std::string_view key, std::string_view id_key, std::span<const std::string_view> ids,
                  const std::function<void(int)>& members) override {
    const auto* list = get_list(key, static_cast<int>(ids.size()), static_cast<int>(ids.size()), true);
    const Value* known = known_member(key);
    for (int i = 0; i < static_cast<int>(ids.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Value* entry = list == nullptr ? nullptr : &(*list)[at];
      const std::string path = row(join(path_, key), i);
      if (entry != nullptr) {
        const Value* id = entry->find(id_key);
        const auto* text = id == nullptr ? nullptr : id->get<std::string>();
        if (text == nullptr || *text != ids[at]) {
          faults_->push_back(path + " must have the " + std::string(id_key) + " '" + std::string(ids[at]) +
                             "' (ids and their order are fixed)");
          entry = nullptr;
        }
      }
      const Scope scope(*this, entry, known_entry(known, at), path);
      members(i);
      report_unknown();
    }
  }

  void visit_list(std::string_view key, int& count, int min, int max, const std::function<void(int)>& entry) override {
    const auto* list = get_list(key, min, max, min != max);
    const Value* known = known_member(key);
    if (list != nullptr) count = static_cast<int>(list->size());
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Scope scope(*this, list == nullptr ? nullptr : &(*list)[at], known_entry(known, at),
                        row(join(path_, key), i));
      entry(i);
    }
  }

 public:
  /// Keys of the current dict that neither the shipped file nor the schema has: most likely slips of the pen.
  void report_unknown() {
    const auto* dict = here_ == nullptr ? nullptr : here_->get<Value::Dict>();
    const auto* known = known_ == nullptr ? nullptr : known_->get<Value::Dict>();
    if (dict == nullptr || known == nullptr) return;
    for (const auto& [key, value] : *dict) {
      if (known_->find(key) == nullptr && std::find(asked_.begin(), asked_.end(), key) == asked_.end())
        faults_->push_back(join(path_, key) + " is not known here");
    }
  }

 private:
  /// Steps into a dict or list entry for as long as it lives.
  struct Scope {
    Scope(Reader& owner, const Value* here, const Value* known, std::string path)
        : reader{owner},
          outer_here{owner.here_},
          outer_known{owner.known_},
          outer_path{std::move(owner.path_)},
          outer_asked{std::move(owner.asked_)} {
      reader.asked_.clear();
      reader.here_ = here;
      reader.known_ = known;
      reader.path_ = std::move(path);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      reader.here_ = outer_here;
      reader.known_ = outer_known;
      reader.path_ = std::move(outer_path);
      reader.asked_ = std::move(outer_asked);
    }
    Reader& reader;
    const Value* outer_here;
    const Value* outer_known;
    std::string outer_path;
    std::vector<std::string> outer_asked;
  };

  const Value* get(std::string_view key) {
    asked_.emplace_back(key);
    if (key.empty() || here_ == nullptr) return here_;
    return here_->find(key);
  }
  [[nodiscard]] const Value* known_member(std::string_view key) const {
    return key.empty() || known_ == nullptr ? known_ : known_->find(key);
  }
  static const Value* known_entry(const Value* known, std::size_t index) {
    const auto* list = known == nullptr ? nullptr : known->get<Value::List>();
    if (list == nullptr || list->empty()) return nullptr;
    return &(*list)[std::min(index, list->size() - 1)];
  }
  const Value::List* get_list(std::string_view key, int min, int max, bool counted) {
    const Value* found = get(key);
    if (found == nullptr) {
      missing(key);
      return nullptr;
    }
    const auto* list = found->get<Value::List>();
    if (list == nullptr) {
      fault(key, "must be a list, not " + found->kind());
      return nullptr;
    }
    const auto size = static_cast<std::int64_t>(list->size());
    if (size < min || size > max) {
      fault(key, "has " + std::to_string(size) + " entries" +
                     (counted && min != max ? bounds(min, max) : ", must have " + std::to_string(max)));
      return nullptr;
    }
    return list;
  }
  void missing(std::string_view key) {
    if (complete_ && here_ != nullptr) fault(key, "is missing");
  }
  void fault(std::string_view key, const std::string& what) { faults_->push_back(join(path_, key) + " " + what); }

  const Value* here_;
  const Value* known_;
  bool complete_;
  std::string path_;
  std::vector<std::string> asked_;  // keys that the schema named in the current dict
  Faults* faults_;
};

class Writer final : public Visitor {
 public:
  explicit Writer(Value& out) : here_{&out} {}

 protected:
  void visit_integer(std::string_view key, int& value, int /*min*/, int /*max*/, bool /*required*/) override {
    put(key, Value(value));
  }
  void visit_boolean(std::string_view key, int& value) override { put(key, Value(value != 0)); }
  void visit_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    const std::string_view name = names[static_cast<std::size_t>(value)];
    put(key, is_number(name) ? Value(std::stoi(std::string(name))) : Value(name));
  }
  void visit_optional_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    if (value > 0) put(key, Value(names[static_cast<std::size_t>(value - 1)]));
  }
  void visit_nullable(std::string_view key, int& value, int /*min*/, int /*max*/) override {
    put(key, value > 0 ? Value(value - 1) : Value());
  }
  void visit_variant(int& /*value*/, std::span<const std::string_view> /*keys*/) override {}
  void visit_dict(std::string_view key, const std::function<void()>& members) override {
    Value dict = key.empty() || here_->find(key) == nullptr ? Value::dict() : *here_->find(key);
    inside(dict, members);
    put(key, std::move(dict));
  }
  void visit_rows(std::string_view key, std::string_view id_key, std::span<const std::string_view> ids,
                  const std::function<void(int)>& members) override {
    Value list = Value::list();
    for (int i = 0; i < static_cast<int>(ids.size()); ++i) {
      Value dict = Value::dict();
      dict.set(id_key, Value(ids[static_cast<std::size_t>(i)]));
      inside(dict, [&] { members(i); });
      list.push(std::move(dict));
    }
    put(key, std::move(list));
  }
  void visit_list(std::string_view key, int& count, int /*min*/, int /*max*/,
                  const std::function<void(int)>& entry) override {
    Value list = Value::list();
    for (int i = 0; i < count; ++i) {
      Value item;
      inside(item, [&] { entry(i); });
      list.push(std::move(item));
    }
    put(key, std::move(list));
  }

 private:
  void put(std::string_view key, Value value) {
    if (key.empty()) {
      *here_ = std::move(value);
    } else {
      here_->set(key, std::move(value));
    }
  }
  void inside(Value& value, const std::function<void()>& f) {
    Value* outer = here_;
    here_ = &value;
    f();
    here_ = outer;
  }

  Value* here_;
};

/// Walks all numbers in order; subclasses list or load them.
class Walker : public Visitor {
 protected:
  virtual void number(const std::string& path, int& value, int min, int max) = 0;

  void visit_integer(std::string_view key, int& value, int min, int max, bool /*required*/) override {
    number(join(path_, key), value, min, max);
  }
  void visit_boolean(std::string_view key, int& value) override { number(join(path_, key), value, 0, 1); }
  void visit_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    number(join(path_, key), value, 0, static_cast<int>(names.size()) - 1);
  }
  void visit_optional_choice(std::string_view key, int& value, std::span<const std::string_view> names) override {
    number(join(path_, key), value, 0, static_cast<int>(names.size()));
  }
  void visit_nullable(std::string_view key, int& value, int /*min*/, int max) override {
    number(join(path_, key), value, 0, max + 1);
  }
  void visit_variant(int& value, std::span<const std::string_view> keys) override {
    number(join(path_, "kind"), value, 0, static_cast<int>(keys.size()) - 1);
  }
  void visit_dict(std::string_view key, const std::function<void()>& members) override {
    inside(join(path_, key), members);
  }
  void visit_rows(std::string_view key, std::string_view /*id_key*/, std::span<const std::string_view> ids,
                  const std::function<void(int)>& members) override {
    for (int i = 0; i < static_cast<int>(ids.size()); ++i) inside(row(join(path_, key), i), [&] { members(i); });
  }
  void visit_list(std::string_view key, int& count, int min, int max, const std::function<void(int)>& entry) override {
    if (min != max) number(join(path_, key) + ".count", count, min, max);
    for (int i = 0; i < count; ++i) inside(row(join(path_, key), i), [&] { entry(i); });
  }

 private:
  void inside(std::string path, const std::function<void()>& f) {
    path.swap(path_);
    f();
    path.swap(path_);
  }

  std::string path_;
};

class Lister final : public Walker {
 public:
  std::vector<Leaf> leaves;

 protected:
  void number(const std::string& path, int& value, int min, int max) override {
    leaves.push_back({path, value, min, max});
  }
};

class Loader final : public Walker {
 public:
  explicit Loader(std::span<const int> numbers) : numbers_{numbers} {}
  [[nodiscard]] bool complete() const { return ok_ && next_ == numbers_.size(); }

 protected:
  void number(const std::string& /*path*/, int& value, int min, int max) override {
    if (next_ < numbers_.size() && numbers_[next_] >= min && numbers_[next_] <= max) {
      value = numbers_[next_];
    } else {
      ok_ = false;
      value = min;
    }
    ++next_;
  }

 private:
  std::span<const int> numbers_;
  std::size_t next_ = 0;
  bool ok_ = true;
};

void check_derived_at(const Value* tree, const Value* shipped, const Value& derived, const std::string& path,
                      Faults& faults) {
  if (tree == nullptr) return;
  if (const auto* members = derived.get<Value::Dict>()) {
    for (const auto& [key, value] : *members) {
      check_derived_at(tree->find(key), shipped == nullptr ? nullptr : shipped->find(key), value, join(path, key),
                       faults);
    }
  } else if (const auto* entries = derived.get<Value::List>()) {
    const auto* have = tree->get<Value::List>();
    const auto* usual = shipped == nullptr ? nullptr : shipped->get<Value::List>();
    for (std::size_t i = 0; have != nullptr && i < std::min(entries->size(), have->size()); ++i) {
      check_derived_at(&(*have)[i], usual == nullptr || i >= usual->size() ? nullptr : &(*usual)[i], (*entries)[i],
                       row(path, static_cast<int>(i)), faults);
    }
  } else if (!(*tree == derived) && (shipped == nullptr || !(*tree == *shipped))) {
    faults.push_back(path + " is " + tree->json() + " but follows from other entries: " + derived.json() +
                     " (change those)");
  }
}

}  // namespace

void check_derived(const Value& tree, const Value& shipped, const Value& derived, Faults& faults) {
  check_derived_at(&tree, &shipped, derived, "", faults);
}

void read(const Describe& describe, const Value& tree, const Value& known, bool complete, Faults& faults) {
  if (tree.get<Value::Dict>() == nullptr) {
    faults.push_back("components must be a dict, not " + tree.kind());
    return;
  }
  Reader reader(tree, known, complete, faults);
  describe(reader);
  reader.report_unknown();
}

Value write(const Describe& describe) {
  Value tree = Value::dict();
  Writer writer(tree);
  describe(writer);
  return tree;
}

std::vector<Leaf> leaves(const Describe& describe) {
  Lister lister;
  describe(lister);
  return std::move(lister.leaves);
}

bool load(const Describe& describe, std::span<const int> numbers) {
  Loader loader(numbers);
  describe(loader);
  return loader.complete();
}

}  // namespace pyboard::schema
