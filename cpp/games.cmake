# The registry: one line adds a game. Sources are taken from cpp/src/games/<game>/, and from
# tests/toys/<toy>/ for the toys, which only developer builds contain.
set(PYBOARD_GAMES
  cacao
  chocolatl
  cuba
  pantheon
  tzolkin
)
set(PYBOARD_TOYS
  connect_four
  hidden_coin
  kuhn_poker
  matrix
  pig
  sealed_auction
  three_player
  tic_tac_toe
)
