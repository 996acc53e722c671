"""Looks for better settings of mcts at equal time, by optuna; can be put down and taken up again.

usage: python bench/tune.py GAME --players N [--time 0.02] [--trials 60] [--games 24] [--workers N] [--against SPEC]

A trial plays a match against the defaults of the game (or SPEC) and counts the share of the others beaten. All
trials lie in bench/results/tune-GAME-NPLAYERS.log; the best settings and their match are printed at the end. What
looks best among many trials looks better than it is: bench/ablate.py or a ladder has to confirm it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyboard

sys.path.insert(0, str(Path(__file__).resolve().parent))
import series

if TYPE_CHECKING:
    import optuna

RESULTS = Path(__file__).resolve().parent / "results"


def propose(trial: optuna.Trial) -> dict[str, Any]:
    """Settings to try. Options that are off save their inner settings."""
    settings: dict[str, Any] = {"exploration": round(trial.suggest_float("exploration", 0.05, 1.5, log=True), 3)}
    settings["playout_depth"] = trial.suggest_categorical("playout_depth", [0, 2, 6, 12, 30, -1])
    if trial.suggest_categorical("reduce", [False, True]):
        settings["first_play_reduction"] = round(trial.suggest_float("first_play_reduction", 0.0, 0.4), 3)
    settings["expand_visits"] = trial.suggest_categorical("expand_visits", [1, 2, 4, 8])
    settings["tree"] = trial.suggest_categorical("tree", ["all", "own", "turn"])
    settings["variance_scaling"] = trial.suggest_categorical("variance_scaling", [False, True])
    if trial.suggest_categorical("priors", [False, True]):
        settings["prior_weight"] = round(trial.suggest_float("prior_weight", 0.1, 10.0, log=True), 3)
        settings["prior_visits"] = trial.suggest_categorical("prior_visits", [0, 2, 4, 8, 16])
    if trial.suggest_categorical("history", [False, True]):
        settings["history_weight"] = round(trial.suggest_float("history_weight", 0.05, 3.0, log=True), 3)
    if settings["playout_depth"] != 0:
        settings["mast"] = round(trial.suggest_float("mast", 0.0, 0.9), 2)
    settings["utility"] = trial.suggest_categorical("utility", ["placing", "margin"])
    if settings["utility"] == "margin":
        settings["placing_share"] = round(trial.suggest_float("placing_share", 0.0, 1.0), 2)
    return settings


def main() -> int:
    """Runs the trials that are missing and prints the best."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=pyboard.games())
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--time", type=float, default=0.02)
    parser.add_argument("--trials", type=int, default=60, help="all together, those of earlier runs included")
    parser.add_argument("--games", type=int, default=24, help="per trial")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="an agent, in place of the defaults at the same time")
    parser.add_argument("--results", type=Path, help="the folder of the results")
    arguments = parser.parse_args()
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    folder = arguments.results or RESULTS
    folder.mkdir(parents=True, exist_ok=True)
    name = f"tune-{arguments.game}-{arguments.players}p"
    base = {"time": arguments.time}
    opponent = arguments.against or series.spec("mcts", base)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        study_name=name,
        storage=JournalStorage(JournalFileBackend(str(folder / f"{name}.log"))),
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=arguments.seed, multivariate=True, group=True),
        load_if_exists=True,
    )
    file = folder / f"{name}.json"
    results = series.load(file)

    def objective(trial: optuna.Trial) -> float:
        settings = propose(trial)
        agents = [series.spec("mcts", {**base, **settings}), opponent]
        match = series.play(
            file,
            results,
            arguments.game,
            arguments.players,
            agents,
            arguments.games,
            arguments.seed,
            arguments.workers,
        )
        trial.set_user_attr("agent", agents[0])
        return series.summary(match)["placing"]

    done = sum(trial.state.is_finished() for trial in study.trials)
    study.optimize(objective, n_trials=max(arguments.trials - done, 0))
    best = study.best_trial
    print(f"best of {len(study.trials)} trials: {best.user_attrs['agent']}")
    print(f"placing {best.value:.3f} in {arguments.games} games against {opponent}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
