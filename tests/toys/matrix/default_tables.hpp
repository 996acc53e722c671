// Generated from tests/toys/matrix/components.json by tools/generate_tables.py; do not edit.
#pragma once

#include <array>

namespace pyboard::matrix {

// clang-format off
inline constexpr std::array<int, 34> kDefaultTables = {
    1,  // matching_pennies.heads.heads[0]
    -1,  // matching_pennies.heads.heads[1]
    -1,  // matching_pennies.heads.tails[0]
    1,  // matching_pennies.heads.tails[1]
    -1,  // matching_pennies.tails.heads[0]
    1,  // matching_pennies.tails.heads[1]
    1,  // matching_pennies.tails.tails[0]
    -1,  // matching_pennies.tails.tails[1]
    0,  // rock_paper_scissors.rock.rock[0]
    0,  // rock_paper_scissors.rock.rock[1]
    -1,  // rock_paper_scissors.rock.paper[0]
    1,  // rock_paper_scissors.rock.paper[1]
    1,  // rock_paper_scissors.rock.scissors[0]
    -1,  // rock_paper_scissors.rock.scissors[1]
    1,  // rock_paper_scissors.paper.rock[0]
    -1,  // rock_paper_scissors.paper.rock[1]
    0,  // rock_paper_scissors.paper.paper[0]
    0,  // rock_paper_scissors.paper.paper[1]
    -1,  // rock_paper_scissors.paper.scissors[0]
    1,  // rock_paper_scissors.paper.scissors[1]
    -1,  // rock_paper_scissors.scissors.rock[0]
    1,  // rock_paper_scissors.scissors.rock[1]
    1,  // rock_paper_scissors.scissors.paper[0]
    -1,  // rock_paper_scissors.scissors.paper[1]
    0,  // rock_paper_scissors.scissors.scissors[0]
    0,  // rock_paper_scissors.scissors.scissors[1]
    3,  // prisoners_dilemma.cooperate.cooperate[0]
    3,  // prisoners_dilemma.cooperate.cooperate[1]
    0,  // prisoners_dilemma.cooperate.defect[0]
    5,  // prisoners_dilemma.cooperate.defect[1]
    5,  // prisoners_dilemma.defect.cooperate[0]
    0,  // prisoners_dilemma.defect.cooperate[1]
    1,  // prisoners_dilemma.defect.defect[0]
    1,  // prisoners_dilemma.defect.defect[1]
};
// clang-format on

}  // namespace pyboard::matrix
