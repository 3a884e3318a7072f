"""Draw the loss curves of a run, the paper's Figure 3: python -m evigraph_training.curves RUN/loss.csv OUT.svg TITLE"""

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 640, 320, 56, 28, 40, 16
SMOOTH = 10
"""Steps over which the training loss is averaged: one batch alone says little."""


def read_losses(path: Path) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Read loss.csv. Out: points (step, loss) of training, a mean over the last SMOOTH steps, and of validation."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    train = [(int(row["step"]), float(row["train"])) for row in rows if row["train"]]
    smooth = []
    for at, (step, _) in enumerate(train):
        window = [loss for _, loss in train[max(0, at - SMOOTH + 1) : at + 1]]
        smooth.append((step, sum(window) / len(window)))
    return smooth, [(int(row["step"]), float(row["dev"])) for row in rows if row["dev"]]


def draw(train: list[tuple[int, float]], dev: list[tuple[int, float]], title: str) -> str:
    """Draw both curves. Out: an SVG document, readable on light and on dark pages."""
    last = max(step for step, _ in [*train, *dev]) or 1
    top = max(loss for _, loss in [*train, *dev]) * 1.1
    x = lambda step: LEFT + (WIDTH - LEFT - RIGHT) * step / last
    y = lambda loss: TOP + (HEIGHT - TOP - BOTTOM) * (1 - loss / top)
    line = lambda points: " ".join(f"{x(step):.1f},{y(loss):.1f}" for step, loss in points)
    label = lambda px, py, text, anchor="middle": f'<text x="{px:.1f}" y="{py:.1f}" text-anchor="{anchor}" fill="#777">{text}</text>'
    ticks = [top * part / 4 for part in range(5)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{title}</title>",
        *(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}" stroke="#7774"/>{label(LEFT - 6, y(t) + 4, f"{t:.2f}", "end")}' for t in ticks),
        *(label(x(last * part / 4), HEIGHT - BOTTOM + 18, str(round(last * part / 4))) for part in range(5)),
        label((WIDTH + LEFT) / 2, HEIGHT - 6, "step"),
        f'<polyline fill="none" stroke="#3b82f6" stroke-width="1.5" points="{line(train)}"/>',
        f'<polyline fill="none" stroke="#f97316" stroke-width="2" points="{line(dev)}"/>',
        *(f'<circle cx="{x(step):.1f}" cy="{y(loss):.1f}" r="3" fill="#f97316"/>' for step, loss in dev),
        f'<text x="{WIDTH - RIGHT}" y="16" text-anchor="end" fill="#3b82f6">training loss, mean of {SMOOTH} steps</text>',
        f'<text x="{LEFT}" y="16" fill="#f97316">validation loss</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Read a run's losses and write the drawing."""
    source, out, title = sys.argv[1:]
    Path(out).write_text(draw(*read_losses(Path(source)), title), encoding="utf-8")


if __name__ == "__main__":
    main()
