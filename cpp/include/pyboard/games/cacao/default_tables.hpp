// Generated from pyboard/data/cacao.json by tools/generate_tables.py; do not edit.
#pragma once

#include <array>

namespace pyboard::cacao {

inline constexpr std::array<int, 97> kDefaultTables = {
    1,  // worker_types.rows[0].eswn[0]
    1,  // worker_types.rows[0].eswn[1]
    1,  // worker_types.rows[0].eswn[2]
    1,  // worker_types.rows[0].eswn[3]
    4,  // worker_types.rows[0].count_in_box_per_player
    2,  // worker_types.rows[1].eswn[0]
    1,  // worker_types.rows[1].eswn[1]
    0,  // worker_types.rows[1].eswn[2]
    1,  // worker_types.rows[1].eswn[3]
    5,  // worker_types.rows[1].count_in_box_per_player
    3,  // worker_types.rows[2].eswn[0]
    0,  // worker_types.rows[2].eswn[1]
    0,  // worker_types.rows[2].eswn[2]
    1,  // worker_types.rows[2].eswn[3]
    1,  // worker_types.rows[2].count_in_box_per_player
    3,  // worker_types.rows[3].eswn[0]
    1,  // worker_types.rows[3].eswn[1]
    0,  // worker_types.rows[3].eswn[2]
    0,  // worker_types.rows[3].eswn[3]
    1,  // worker_types.rows[3].count_in_box_per_player
    0,  // worker_tiles_per_player.by_players.2.removed.w1111
    0,  // worker_tiles_per_player.by_players.2.removed.w2101
    0,  // worker_tiles_per_player.by_players.2.removed.w3001
    0,  // worker_tiles_per_player.by_players.2.removed.w3100
    1,  // worker_tiles_per_player.by_players.3.removed.w1111
    0,  // worker_tiles_per_player.by_players.3.removed.w2101
    0,  // worker_tiles_per_player.by_players.3.removed.w3001
    0,  // worker_tiles_per_player.by_players.3.removed.w3100
    1,  // worker_tiles_per_player.by_players.4.removed.w1111
    1,  // worker_tiles_per_player.by_players.4.removed.w2101
    0,  // worker_tiles_per_player.by_players.4.removed.w3001
    0,  // worker_tiles_per_player.by_players.4.removed.w3100
    0,  // jungle_types.rows[0].kind
    1,  // jungle_types.rows[0].value
    6,  // jungle_types.rows[0].count
    0,  // jungle_types.rows[1].kind
    2,  // jungle_types.rows[1].value
    2,  // jungle_types.rows[1].count
    1,  // jungle_types.rows[2].kind
    2,  // jungle_types.rows[2].value
    2,  // jungle_types.rows[2].count
    1,  // jungle_types.rows[3].kind
    3,  // jungle_types.rows[3].value
    4,  // jungle_types.rows[3].count
    1,  // jungle_types.rows[4].kind
    4,  // jungle_types.rows[4].value
    1,  // jungle_types.rows[4].count
    2,  // jungle_types.rows[5].kind
    1,  // jungle_types.rows[5].value
    2,  // jungle_types.rows[5].count
    2,  // jungle_types.rows[6].kind
    2,  // jungle_types.rows[6].value
    1,  // jungle_types.rows[6].count
    3,  // jungle_types.rows[7].kind
    1,  // jungle_types.rows[7].value
    3,  // jungle_types.rows[7].count
    4,  // jungle_types.rows[8].kind
    1,  // jungle_types.rows[8].value
    2,  // jungle_types.rows[8].count
    5,  // jungle_types.rows[9].kind
    0,  // jungle_types.rows[9].value
    5,  // jungle_types.rows[9].count
    2,  // jungle_removed_two_players.rows.plantation1
    0,  // jungle_removed_two_players.rows.plantation2
    0,  // jungle_removed_two_players.rows.market2
    1,  // jungle_removed_two_players.rows.market3
    0,  // jungle_removed_two_players.rows.market4
    1,  // jungle_removed_two_players.rows.mine1
    0,  // jungle_removed_two_players.rows.mine2
    1,  // jungle_removed_two_players.rows.water
    1,  // jungle_removed_two_players.rows.sun
    1,  // jungle_removed_two_players.rows.temple
    2,  // start_tiles.rows.count
    0,  // start_tiles.rows[0].type
    0,  // start_tiles.rows[0].x
    0,  // start_tiles.rows[0].y
    2,  // start_tiles.rows[1].type
    1,  // start_tiles.rows[1].x
    1,  // start_tiles.rows[1].y
    9,  // village_board.water_track.count
    -10,  // village_board.water_track[0]
    -4,  // village_board.water_track[1]
    -1,  // village_board.water_track[2]
    0,  // village_board.water_track[3]
    2,  // village_board.water_track[4]
    4,  // village_board.water_track[5]
    7,  // village_board.water_track[6]
    11,  // village_board.water_track[7]
    16,  // village_board.water_track[8]
    0,  // village_board.water_start_index
    5,  // village_board.storage_spaces
    3,  // village_board.sun_places
    2,  // display_size.value
    3,  // hand_size.value
    6,  // temple_scoring.first
    3,  // temple_scoring.second
    1,  // temple_scoring.minimum_workers
};

}  // namespace pyboard::cacao
