import type { ProgressEvent } from "../state/progress.ts";
import { visibleText } from "./visible-text.ts";

/** Tells people how far a run is, on stderr; says nothing with --quiet. */
export type Clock = {
  tick(): void;
  /** What the item at work does now. */
  show(event: ProgressEvent): void;
  say(line: string): void;
  end(): void;
};

export type ClockOptions = {
  total: number;
  done: number;
  unit: string;
  quiet: boolean;
  stream?: NodeJS.WriteStream;
  now?: () => number;
};

/**
 * Start a progress line with the time that is left.
 *
 * In: total and done so far (count), unit, quiet. On a terminal one line is rewritten; elsewhere a line is written every tenth of the way.
 */
export const startClock = ({ total, done, unit, quiet, stream = process.stderr, now = Date.now }: ClockOptions): Clock => {
  const started = now();
  const before = done;
  let count = done;
  let step = "";
  let shown = -1;
  const live = stream.isTTY === true && !quiet;
  const line = () => {
    const spent = now() - started;
    const left = count > before ? (spent / (count - before)) * (total - count) : undefined;
    return `${count}/${total} ${unit}${left === undefined || count === total ? "" : `, about ${duration(left)} left`}${step && count < total ? `  ${step}` : ""}`;
  };
  const redraw = () => {
    if (live) stream.write(`\r\u001b[2K${line()}`);
  };
  return {
    tick: () => {
      count++;
      const tenth = Math.floor((count / Math.max(1, total)) * 10);
      if (!live && !quiet && (tenth > shown || count === total)) stream.write(`${line()}\n`);
      shown = tenth;
      redraw();
    },
    show: (event) => {
      step =
        "step" in event
          ? `${visibleText(event.item)}: ${event.step}${event.event === "progress" ? ` ${event.done}/${event.of} ${event.unit}` : ""}`
          : "";
      redraw();
    },
    say: (message) => {
      if (quiet) return;
      const text = visibleText(message);
      stream.write(live ? `\r\u001b[2K${text}\n` : `${text}\n`);
      redraw();
    },
    end: () => {
      if (live) stream.write("\r\u001b[2K");
    },
  };
};

/** Milliseconds for people: 40 s, 3 min, 2 h 10 min. */
export const duration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
