"""`python -m pyboard`: the command line."""

import sys


def _main() -> None:
    try:
        from pyboard.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(f"error: the command line needs the package {error.name}: pip install {error.name}")
    main()


if __name__ == "__main__":
    _main()
