// Tables as data: reading with every fault, writing, listing and loading; options; values as JSON.
#include "pyboard/core/schema.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "check.hpp"
#include "pyboard/core/event.hpp"
#include "pyboard/core/options.hpp"

namespace pyboard::tests {

namespace {

struct Table {
  std::array<int, 2> costs{};
  std::array<std::array<int, 3>, 2> effects{};
  int optional = 0;
  int kind = 0;
  int flag = 0;
  int count = 0;
  std::array<int, 4> numbers{};
};

constexpr std::array<std::string_view, 2> kIds = {"a", "b"};
constexpr std::array<std::string_view, 3> kKinds = {"red", "green", "blue"};

schema::Describe describe(Table& t) {
  return [&t](schema::Visitor& v) {
    v.rows("rows", kIds, [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      v.integer("cost", t.costs[at], 0, 9);
      v.integers("effects", t.effects[at], -5, 5);
    });
    v.dict("more", [&] {
      v.optional("optional", t.optional, 0, 3);
      v.choice("kind", t.kind, kKinds);
      v.boolean("flag", t.flag);
    });
    v.numbers("numbers", t.count, t.numbers, 1, 4, 0, 100);
  };
}

Value row(const char* id, int cost) {
  Value entry = Value::dict();
  entry.set("id", id);
  entry.set("cost", cost);
  entry.set("effects", Value(Value::List{1, -2, 3}));
  return entry;
}

Value whole() {
  Value tree = Value::dict();
  tree.set("rows", Value(Value::List{row("a", 1), row("b", 2)}));
  Value more = Value::dict();
  more.set("kind", "blue");
  more.set("flag", true);
  tree.set("more", std::move(more));
  tree.set("numbers", Value(Value::List{7, 8}));
  return tree;
}

Faults read(const Value& tree, bool complete = true) {
  Table table;
  Faults faults;
  schema::read(describe(table), tree, whole(), complete, faults);
  return faults;
}

bool has(const Faults& faults, std::string_view part) {
  return std::any_of(faults.begin(), faults.end(), [&](const std::string& f) { return f.find(part) != f.npos; });
}

}  // namespace

TEST(core_schema_reads_writes_lists_and_loads) {
  Table table;
  Faults faults;
  schema::read(describe(table), whole(), whole(), true, faults);
  CHECK(faults.empty());
  CHECK_EQUAL(table.costs[1], 2);
  CHECK_EQUAL(table.effects[0][1], -2);
  CHECK_EQUAL(table.kind, 2);
  CHECK_EQUAL(table.flag, 1);
  CHECK_EQUAL(table.count, 2);
  CHECK_EQUAL(table.numbers[1], 8);

  const Value tree = schema::write(describe(table));
  Table again;
  schema::read(describe(again), tree, tree, true, faults);
  CHECK(faults.empty());
  CHECK(schema::write(describe(again)) == tree);

  const auto leaves = schema::leaves(describe(table));
  CHECK_EQUAL(leaves.size(), 14U);
  CHECK_EQUAL(leaves[0].path, "rows[0].cost");
  CHECK_EQUAL(leaves[2].path, "rows[0].effects[1]");
  CHECK_EQUAL(leaves[2].value, -2);
  CHECK_EQUAL(leaves[2].min, -5);
  CHECK_EQUAL(leaves[11].path, "numbers.count");
  std::vector<int> numbers;
  for (const auto& leaf : leaves) numbers.push_back(leaf.value);
  Table loaded;
  CHECK(schema::load(describe(loaded), numbers));
  CHECK(schema::write(describe(loaded)) == tree);
  numbers.pop_back();
  CHECK(!schema::load(describe(loaded), numbers));
  numbers.push_back(101);
  CHECK(!schema::load(describe(loaded), numbers));
}

TEST(core_schema_names_every_fault) {
  Value tree = whole();
  auto& rows = *tree.at("rows").get<Value::List>();
  rows[0].set("cost", 10);
  rows[0].set("effects", Value(Value::List{1, 2}));
  rows[1].set("cost", "two");
  rows[1].set("slip", 1);
  tree.at("more").set("kind", "yellow");
  tree.at("more").set("flag", 1);
  tree.set("numbers", Value(Value::List{}));
  tree.set("unknown", 1);
  const Faults faults = read(tree);
  CHECK_EQUAL(faults.size(), 8U);
  CHECK(has(faults, "rows[0].cost is 10, allowed: 0 to 9"));
  CHECK(has(faults, "rows[0].effects has 2 entries, must have 3"));
  CHECK(has(faults, "rows[1].cost must be a whole number, not a text"));
  CHECK(has(faults, "rows[1].slip is not known here"));
  CHECK(has(faults, "more.kind is \"yellow\", allowed: 'red', 'green', 'blue'"));
  CHECK(has(faults, "more.flag must be true or false"));
  CHECK(has(faults, "numbers has 0 entries, allowed: 1 to 4"));
  CHECK(has(faults, "unknown is not known here"));
}

TEST(core_schema_keeps_ids_and_their_order) {
  Value tree = whole();
  auto& rows = *tree.at("rows").get<Value::List>();
  std::swap(rows[0], rows[1]);
  CHECK(has(read(tree), "rows[0] must have the id 'a'"));
  rows.pop_back();
  CHECK(has(read(tree), "rows has 1 entries, must have 2"));
}

TEST(core_schema_reads_parts) {
  Value part = Value::dict();
  part.set("numbers", Value(Value::List{1, 2, 3}));
  CHECK(read(part, false).empty());
  CHECK(has(read(part, true), "is missing"));
  CHECK(has(read(Value(Value::List{})), "components must be a dict, not a list"));
  CHECK(has(read(Value(3)), "components must be a dict"));
}

TEST(core_schema_derived_entries_are_no_input) {
  Value derived = Value::dict();
  derived.set("total", 9);
  derived.set("list", Value(Value::List{1, 2}));
  Value shipped = Value::dict();
  shipped.set("total", 5);
  shipped.set("list", Value(Value::List{1, 1}));
  const auto check = [&](int total) {
    Value tree = Value::dict();
    tree.set("total", total);
    Faults faults;
    schema::check_derived(tree, shipped, derived, faults);
    return faults;
  };
  CHECK(check(9).empty());  // as it follows
  CHECK(check(5).empty());  // as the shipped file has it
  CHECK(has(check(7), "total is 7 but follows from other entries: 9"));
}

TEST(core_options_take_defaults_rulesets_and_names) {
  const std::array<OptionSpec, 2> specs = {
      OptionSpec{.name = "mode", .values = {"slow", "fast"}, .meaning = "how"},
      OptionSpec{.name = "cap", .values = {}, .minimum = 0, .default_integer = 100, .meaning = "most"}};
  const std::array<Ruleset, 2> rulesets = {Ruleset{"seed", {}}, Ruleset{"published", {{"mode", Value("fast")}}}};
  const std::array<RefusedOption, 1> refused = {RefusedOption{"module", "not built"}};
  const auto load = [&](std::string_view ruleset, const Value& given) {
    return read_options("game", specs, rulesets, refused, ruleset, given);
  };
  CHECK_EQUAL(load("seed", Value::dict())[0], 0);
  CHECK_EQUAL(load("seed", Value::dict())[1], 100);
  CHECK_EQUAL(load("published", Value::dict())[0], 1);
  Value given = Value::dict();
  given.set("mode", "slow");
  given.set("cap", 0);
  CHECK_EQUAL(load("published", given)[0], 0);
  CHECK_EQUAL(load("published", given)[1], 0);
  CHECK(options_value(specs, load("published", given)).json() == R"({"mode":"slow","cap":0})");

  given.set("cap", -1);
  given.set("mode", "medium");
  given.set("module", true);
  given.set("nonsense", 1);
  try {
    (void)load("house", given);
    report_failure(__FILE__, __LINE__, "wrong options must be refused");
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    for (const char* part : {"ruleset 'house'", "'seed', 'published'", "cannot be -1", "whole numbers from 0",
                             "cannot be \"medium\"", "\"slow\", \"fast\"", "'module': not built", "'nonsense'"}) {
      CHECK(what.find(part) != std::string::npos);
    }
  }
}

TEST(core_values_are_json) {
  Value tree = Value::dict();
  tree.set("text", "a\"b\\c\n");
  tree.set("numbers", Value(Value::List{1, -2, 2.5, true, Value()}));
  tree.set("text", "again");
  CHECK_EQUAL(tree.json(), R"({"text":"again","numbers":[1,-2,2.5,true,null]})");
  CHECK_EQUAL(Value("a\"b\\c\n").json(), R"("a\"b\\c\u000a")");
  CHECK(tree.find("nothing") == nullptr);
  CHECK(Value(3).find("text") == nullptr);
  CHECK(Value(1) != Value(1.0));
  CHECK(Value(true) != Value(1));
}

TEST(core_labels_do_not_tell_what_was_forced) {
  const Node node = Node::decision(2, 1);
  CHECK_EQUAL(open_label(Event::make(node, 7, false)), open_label(Event::make(node, 7, true)));
  CHECK(Event::make(node, 7, false) != Event::make(node, 7, true));
  CHECK(open_label(Event::make(node, 7, false)) != open_label(Event::make(node, 8, false)));
  CHECK(open_label(Event::make(Node::chance(1), 7, false)) != open_label(Event::make(node, 7, false)));
  CHECK(token_label(1, 2) != token_label(2, 1));
  CHECK(Event::make(Node::chance(0), 1, false).is_outcome());
  CHECK(!Event::make(node, 1, false).is_outcome());
}

}  // namespace pyboard::tests
