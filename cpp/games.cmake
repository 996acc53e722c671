# The registry: one line adds a game. Sources are taken from cpp/src/games/<game>/, and from
# tests/toys/<toy>/ for the toys, which only developer builds contain.
set(PYBOARD_GAMES
  cacao
)
set(PYBOARD_TOYS
  connect_four
  kuhn_poker
  pig
  sealed_auction
  tic_tac_toe
)
