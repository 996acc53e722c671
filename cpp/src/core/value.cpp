#include "pyboard/core/value.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace pyboard {

namespace {

void write_text(const std::string& text, std::string& out) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15U];
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_json(const Value& value, std::string& out) {
  if (const auto* flag = value.get<bool>()) {
    out += *flag ? "true" : "false";
  } else if (const auto* integer = value.get<std::int64_t>()) {
    out += std::to_string(*integer);
  } else if (const auto* real = value.get<double>()) {
    std::array<char, 32> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), *real);
    out.append(digits.data(), result.ptr);
  } else if (const auto* text = value.get<std::string>()) {
    write_text(*text, out);
  } else if (const auto* list = value.get<Value::List>()) {
    out += '[';
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (i > 0) out += ',';
      write_json((*list)[i], out);
    }
    out += ']';
  } else if (const auto* dict = value.get<Value::Dict>()) {
    out += '{';
    for (std::size_t i = 0; i < dict->size(); ++i) {
      if (i > 0) out += ',';
      write_text((*dict)[i].first, out);
      out += ':';
      write_json((*dict)[i].second, out);
    }
    out += '}';
  } else {
    out += "null";
  }
}

std::string shown(const Value& value) {
  std::string text = value.json();
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) {
    std::size_t end = kLongest;
    while ((static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;  // not inside a character
    text.resize(end);
    text += "…";
  }
  return text;
}

std::string wrong_kind(std::string_view wanted, const Value& value) {
  return "must be " + std::string(wanted) + ", not " + value.kind() + " " + shown(value);
}

std::string range_text(int min, int max) { return std::to_string(min) + " to " + std::to_string(max); }

}  // namespace

const Value* Value::find(std::string_view key) const noexcept {
  const auto* dict = get<Dict>();
  if (dict == nullptr) return nullptr;
  const auto it = std::find_if(dict->begin(), dict->end(), [&](const auto& item) { return item.first == key; });
  return it == dict->end() ? nullptr : &it->second;
}

Value& Value::at(std::string_view key) {
  if (is_null()) data_ = Dict{};
  auto& dict = std::get<Dict>(data_);
  const auto it = std::find_if(dict.begin(), dict.end(), [&](const auto& item) { return item.first == key; });
  if (it != dict.end()) return it->second;
  return dict.emplace_back(std::string(key), Value()).second;
}

Value& Value::set(std::string_view key, Value value) { return at(key) = std::move(value); }

void Value::push(Value value) {
  if (is_null()) data_ = List{};
  std::get<List>(data_).push_back(std::move(value));
}

std::string Value::json() const {
  std::string out;
  write_json(*this, out);
  return out;
}

std::string Value::kind() const {
  static constexpr std::array<const char*, 7> kKinds = {"nothing", "a truth value", "a whole number", "a real number",
                                                        "a text",  "a list",        "a dict"};
  return kKinds[data_.index()];
}

DictReader::DictReader(const Value& value, std::string path, Faults& faults)
    : value_{&value}, path_{std::move(path)}, faults_{&faults} {
  if (value.get<Value::Dict>() == nullptr) {
    faults.push_back((path_.empty() ? "the position" : path_) + " " + wrong_kind("a dict", value));
  }
}

std::string DictReader::where(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void DictReader::fault(std::string_view key, const std::string& what) { faults_->push_back(where(key) + " " + what); }

bool DictReader::has(std::string_view key) const noexcept { return value_->find(key) != nullptr; }

const Value* DictReader::take(std::string_view key, bool required) {
  seen_.emplace_back(key);
  const Value* value = value_->find(key);
  if (value == nullptr && required && value_->get<Value::Dict>() != nullptr) fault(key, "is missing");
  return value;
}

int DictReader::integer(std::string_view key, int min, int max) {
  const Value* value = take(key);
  if (value == nullptr) return min;
  const auto* number = value->get<std::int64_t>();
  if (number == nullptr) {
    fault(key, wrong_kind("a whole number", *value));
    return min;
  }
  if (*number < min || *number > max) {
    fault(key, "is " + std::to_string(*number) + ", allowed: " + range_text(min, max));
    return min;
  }
  return static_cast<int>(*number);
}

int DictReader::integer_or_null(std::string_view key, int min, int max, int none) {
  const Value* value = value_->find(key);
  if (value != nullptr && value->is_null()) {
    seen_.emplace_back(key);
    return none;
  }
  return integer(key, min, max);
}

bool DictReader::boolean(std::string_view key) {
  const Value* value = take(key);
  if (value == nullptr) return false;
  if (const auto* flag = value->get<bool>()) return *flag;
  fault(key, wrong_kind("true or false", *value));
  return false;
}

int DictReader::choice(std::string_view key, std::span<const std::string_view> names) {
  const Value* value = take(key);
  if (value == nullptr) return 0;
  const auto* text = value->get<std::string>();
  if (text == nullptr) {
    fault(key, wrong_kind("a text", *value));
    return 0;
  }
  const auto it = std::find(names.begin(), names.end(), *text);
  if (it == names.end()) {
    fault(key, "is " + shown(*value) + ", allowed: " + quoted_list(names));
    return 0;
  }
  return static_cast<int>(it - names.begin());
}

int DictReader::choice_or_null(std::string_view key, std::span<const std::string_view> names) {
  const Value* value = value_->find(key);
  if (value != nullptr && value->is_null()) {
    seen_.emplace_back(key);
    return -1;
  }
  return choice(key, names);
}

int DictReader::list(std::string_view key, int min_count, int max_count,
                     const std::function<void(const Value&, const std::string&, int)>& f) {
  const Value* value = take(key);
  if (value == nullptr) return 0;
  const auto* list = value->get<Value::List>();
  if (list == nullptr) {
    fault(key, wrong_kind("a list", *value));
    return 0;
  }
  const int count = static_cast<int>(std::min<std::size_t>(list->size(), 1U << 20U));
  if (count < min_count || count > max_count) {
    fault(key, "has " + std::to_string(list->size()) + " entries, allowed: " + range_text(min_count, max_count));
    return 0;
  }
  for (int i = 0; i < count; ++i) {
    f((*list)[static_cast<std::size_t>(i)], where(key) + "[" + std::to_string(i) + "]", i);
  }
  return count;
}

void DictReader::integers(std::string_view key, std::span<int> out, int min, int max) {
  const int count = static_cast<int>(out.size());
  list(key, count, count, [&](const Value& entry, const std::string& path, int i) {
    const auto* number = entry.get<std::int64_t>();
    if (number == nullptr) {
      faults_->push_back(path + " " + wrong_kind("a whole number", entry));
    } else if (*number < min || *number > max) {
      faults_->push_back(path + " is " + std::to_string(*number) + ", allowed: " + range_text(min, max));
    } else {
      out[static_cast<std::size_t>(i)] = static_cast<int>(*number);
    }
  });
}

int DictReader::dicts(std::string_view key, int min_count, int max_count,
                      const std::function<void(DictReader&, int)>& f) {
  return list(key, min_count, max_count, [&](const Value& entry, const std::string& path, int i) {
    DictReader reader(entry, path, *faults_);
    f(reader, i);
    reader.finish();
  });
}

void DictReader::dict(std::string_view key, const std::function<void(DictReader&)>& f) {
  const Value* value = take(key);
  if (value == nullptr) return;
  DictReader reader(*value, where(key), *faults_);
  f(reader);
  reader.finish();
}

void DictReader::counts(std::string_view key, std::span<const std::string_view> names, std::span<int> out, int max) {
  std::fill(out.begin(), out.end(), 0);
  dict(key, [&](DictReader& reader) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (reader.has(names[i])) out[i] = reader.integer(names[i], 0, max);
    }
  });
}

void DictReader::finish() {
  const auto* dict = value_->get<Value::Dict>();
  if (dict == nullptr) return;
  for (const auto& [key, value] : *dict) {
    if (std::find(seen_.begin(), seen_.end(), key) == seen_.end()) fault(key, "is not known here");
  }
}

std::string quoted_list(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += '\'';
    text += name;
    text += '\'';
  }
  return text;
}

}  // namespace pyboard
