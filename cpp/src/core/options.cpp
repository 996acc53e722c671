#include "pyboard/core/options.hpp"

#include <algorithm>
#include <limits>

namespace pyboard {

namespace {

std::string allowed_values(const OptionSpec& spec) {
  if (spec.values.empty()) {
    return "whole numbers from " + std::to_string(spec.minimum) + " to " +
           std::to_string(std::numeric_limits<std::int32_t>::max());
  }
  std::string text;
  for (const Value& value : spec.values) {
    if (!text.empty()) text += ", ";
    text += value.json();
  }
  return text;
}

const OptionSpec* find_option(std::span<const OptionSpec> specs, std::string_view name) {
  const auto it = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  return it == specs.end() ? nullptr : &*it;
}

void set_option(std::string_view game, const OptionSpec& spec, const Value& value, std::int32_t& out, Faults& faults) {
  const std::string bad = "option '" + std::string(spec.name) + "' of " + std::string(game) + " cannot be " +
                          value.json() + "; allowed: " + allowed_values(spec);
  if (spec.values.empty()) {
    const auto* number = value.get<std::int64_t>();
    if (number == nullptr || *number < spec.minimum || *number > std::numeric_limits<std::int32_t>::max()) {
      faults.push_back(bad);
    } else {
      out = static_cast<std::int32_t>(*number);
    }
    return;
  }
  const auto it = std::find(spec.values.begin(), spec.values.end(), value);
  if (it == spec.values.end()) {
    faults.push_back(bad);
  } else {
    out = static_cast<std::int32_t>(it - spec.values.begin());
  }
}

}  // namespace

OptionValues read_options(std::string_view game, std::span<const OptionSpec> specs, std::span<const Ruleset> rulesets,
                          std::span<const RefusedOption> refused, std::string_view ruleset, const Value& given) {
  Faults faults;
  OptionValues result;
  for (std::size_t i = 0; i < specs.size(); ++i)
    result.values[i] = specs[i].values.empty() ? specs[i].default_integer : 0;
  const auto index = [&](const OptionSpec* spec) { return static_cast<std::size_t>(spec - specs.data()); };

  const auto it = std::find_if(rulesets.begin(), rulesets.end(), [&](const Ruleset& r) { return r.name == ruleset; });
  if (it == rulesets.end()) {
    std::vector<std::string_view> names;
    for (const Ruleset& r : rulesets) names.push_back(r.name);
    faults.push_back("ruleset '" + std::string(ruleset) + "' of " + std::string(game) +
                     " is not known; allowed: " + quoted_list(names));
  } else {
    for (const auto& [name, value] : it->settings) {
      const OptionSpec* spec = find_option(specs, name);
      set_option(game, *spec, value, result.values[index(spec)], faults);
    }
  }
  const auto* members = given.get<Value::Dict>();
  if (members != nullptr) {
    for (const auto& [name, value] : *members) {
      if (const OptionSpec* spec = find_option(specs, name)) {
        set_option(game, *spec, value, result.values[index(spec)], faults);
        continue;
      }
      const auto no =
          std::find_if(refused.begin(), refused.end(), [&](const RefusedOption& r) { return r.name == name; });
      if (no != refused.end()) {
        faults.push_back("'" + name + "': " + std::string(no->reason));
        continue;
      }
      std::vector<std::string_view> names = {"players", "ruleset", "components"};
      for (const OptionSpec& spec : specs) names.push_back(spec.name);
      faults.push_back("'" + name + "' is no option of " + std::string(game) + "; allowed: " + quoted_list(names));
    }
  }
  if (!faults.empty()) throw std::invalid_argument(join_faults("options of " + std::string(game), faults));
  return result;
}

Value options_value(std::span<const OptionSpec> specs, const OptionValues& values) {
  Value result = Value::dict();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::int32_t value = values.values[i];
    result.set(specs[i].name, specs[i].values.empty() ? Value(static_cast<std::int64_t>(value))
                                                      : specs[i].values[static_cast<std::size_t>(value)]);
  }
  return result;
}

}  // namespace pyboard
