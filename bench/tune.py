"""Looks for better settings of mcts at equal time, by optuna; can be put down and taken up again.

usage: python bench/tune.py GAME [--players N ...] [--time 0.02] [--trials 60] [--games 24] [--confirm 100]
                                 [--workers N] [--against SPEC]

By default for the fewest seats of the game and for four. A trial plays a match against the defaults of the game (or
SPEC) and counts the share of the others beaten. What looks best among many trials looks better than it is: the three
best are played once more, in other games, and those figures count.

Trials lie in bench/results/tune-GAME-Np.log, their games in bench/results/tune-GAME-Np.json. The same command goes on
where it was stopped. With two cores and `--workers 2` no game takes more than two hours.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyboard
from pyboard import search

sys.path.insert(0, str(Path(__file__).resolve().parent))
import series

if TYPE_CHECKING:
    import optuna

RESULTS = Path(__file__).resolve().parent / "results"
CONFIRMED = 3  # of the best trials
# Options that a trial switches on or off. Off is said, too: the game's own defaults may have them on.
NEUTRAL = {
    row["name"]: row["neutral"]
    for row in search.parameters(method="mcts")
    if row["name"] in ("first_play_reduction", "prior_weight", "history_weight", "mast", "playout_greedy")
}


def propose(trial: optuna.Trial) -> dict[str, Any]:
    """Settings to try. Options that are off save their inner settings."""
    settings: dict[str, Any] = dict(NEUTRAL)
    settings["exploration"] = round(trial.suggest_float("exploration", 0.05, 1.5, log=True), 3)
    settings["playout_depth"] = trial.suggest_categorical("playout_depth", [0, 2, 6, 12, 30, -1])
    if trial.suggest_categorical("reduce", [False, True]):
        settings["first_play_reduction"] = round(trial.suggest_float("first_play_reduction", 0.0, 0.4), 3)
    settings["expand_visits"] = trial.suggest_categorical("expand_visits", [1, 2, 4, 8])
    settings["tree"] = trial.suggest_categorical("tree", ["all", "own", "turn"])
    settings["variance_scaling"] = trial.suggest_categorical("variance_scaling", [False, True])
    if trial.suggest_categorical("priors", [False, True]):
        settings["prior_weight"] = round(trial.suggest_float("prior_weight", 0.1, 20.0, log=True), 3)
        settings["prior_visits"] = trial.suggest_categorical("prior_visits", [0, 2, 4, 8, 16])
    if trial.suggest_categorical("history", [False, True]):
        settings["history_weight"] = round(trial.suggest_float("history_weight", 0.05, 3.0, log=True), 3)
    if settings["playout_depth"] != 0:
        policy = trial.suggest_categorical("playouts", ["random", "mast", "playout_greedy"])
        if policy != "random":
            settings[policy] = round(trial.suggest_float("informed", 0.1, 1.0), 2)
    settings["utility"] = trial.suggest_categorical("utility", ["placing", "margin"])
    settings["placing_share"] = 0.0
    if settings["utility"] == "margin":
        settings["placing_share"] = round(trial.suggest_float("placing_share", 0.0, 1.0), 2)
    return settings


def open_study(file: Path, name: str, seed: int) -> optuna.Study:
    """The study with its trials so far. One that was broken off is the next to be played."""
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend
    from optuna.trial import TrialState

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    storage = JournalStorage(JournalFileBackend(str(file)))
    study = optuna.create_study(study_name=name, storage=storage, direction="maximize", load_if_exists=True)
    trials = study.get_trials(deepcopy=False)
    # Each part of a study draws from a stream of its own: the first one's once more would repeat its trials.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        study.sampler = optuna.samplers.TPESampler(seed=seed + len(trials), multivariate=True, group=True)
    for trial in trials:
        if trial.state == TrialState.RUNNING:
            study.tell(trial.number, state=TrialState.FAIL)
    if trials and trials[-1].state in (TrialState.RUNNING, TrialState.FAIL) and trials[-1].params:
        study.enqueue_trial(trials[-1].params)
    return study


def tune(arguments: argparse.Namespace, players: int) -> None:
    """Runs the trials that are missing for a number of seats, and plays the best once more."""
    from optuna.trial import TrialState

    name = f"tune-{arguments.game}-{players}p"
    arguments.results.mkdir(parents=True, exist_ok=True)
    file = arguments.results / f"{name}.json"
    results = series.load(file)
    results.update({"version": pyboard.__version__, "machine": series.machine()})
    study = open_study(arguments.results / f"{name}.log", name, arguments.seed)
    base = {"time": arguments.time}
    opponent = arguments.against or series.spec("mcts", base)

    def match(agent: str, games: int, seed: int) -> dict[str, float]:
        agents = [agent, opponent]
        played = series.play(file, results, arguments.game, players, agents, games, seed, arguments.workers)
        return series.summary(played)

    def objective(trial: optuna.Trial) -> float:
        agent = series.spec("mcts", {**base, **propose(trial)})
        trial.set_user_attr("agent", agent)
        placing = match(agent, arguments.games, arguments.seed)["placing"]
        print(f"{name}: trial {trial.number}: placing {placing:.3f} {agent}", file=sys.stderr, flush=True)
        return placing

    complete = (TrialState.COMPLETE,)
    done = len(study.get_trials(deepcopy=False, states=complete))
    study.optimize(objective, n_trials=max(arguments.trials - done, 0))
    trials = study.get_trials(states=complete)
    best = sorted(trials, key=lambda trial: (-(trial.value or 0.0), trial.number))[:CONFIRMED]
    rows = []
    for trial in best:
        agent = trial.user_attrs["agent"]
        row = [f"`{agent}`", f"{trial.value:.3f}"]
        if arguments.confirm:
            found = match(agent, arguments.confirm, arguments.seed + 1)
            better = found["placing"] - found["placing_error"] > 0.5
            row += [f"{found['games']:.0f}", series.interval(found, "placing"), "yes" if better else "no"]
        rows.append(row)
    head = ["agent", "placing"] + (["other games", "placing in these", "surely better"] if arguments.confirm else [])
    print(f"{name}: the best of {len(trials)} trials, {arguments.games} games each, against {opponent}\n")
    print("\n".join(series.table(head, rows)) + "\n")


def main() -> int:
    """Tunes for every number of seats that was asked for; 130 if it was interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=pyboard.games())
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--time", type=float, default=0.02)
    parser.add_argument("--trials", type=int, default=60, help="all together, those of earlier runs included")
    parser.add_argument("--games", type=int, default=24, help="per trial")
    parser.add_argument("--confirm", type=int, default=100, help="games of each of the three best once more; 0: none")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="an agent, in place of the defaults at the same time")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the results")
    arguments = parser.parse_args()
    try:
        for players in arguments.players or series.counts(arguments.game):
            tune(arguments, players)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
