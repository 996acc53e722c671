// pyboard/search/pieces.hpp: what the compiler keeps together. The plain iteration of a search is one piece of code;
// what options add stays apart, lest it grow so large that its own parts are called and not inlined (12 % more
// instructions per simulation of connect four).
#pragma once

#if defined(__GNUC__)
#define PYBOARD_APART [[gnu::noinline]]
#define PYBOARD_IN_ONE [[gnu::flatten]]
#else
#define PYBOARD_APART
#define PYBOARD_IN_ONE
#endif
