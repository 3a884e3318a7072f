import type { Curve, Lines } from "./task.ts";

const WIDTH = 640;
const HEIGHT = 360;
const EDGE = { left: 60, right: 20, top: 40, bottom: 50 };
const INK = "#1f2937";
const LINE = "#2563eb";

/**
 * Draw a curve of means with a band of one standard deviation.
 *
 * In: a curve with values 0-1. Out: a whole SVG, readable without styles or scripts; the same bytes for the same curve.
 */
export function curveChart({ title, x, y, points }: Curve): string {
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const across = (value: number) =>
    round(EDGE.left + ((value - first) / Math.max(1, last - first)) * (WIDTH - EDGE.left - EDGE.right));
  const down = (value: number) => round(EDGE.top + (1 - Math.min(1, Math.max(0, value))) * (HEIGHT - EDGE.top - EDGE.bottom));
  const upper = points.map((point) => `${across(point.x)},${down(point.mean + point.sd)}`);
  const lower = points.map((point) => `${across(point.x)},${down(point.mean - point.sd)}`).toReversed();
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (value) =>
      `<line x1="${EDGE.left}" y1="${down(value)}" x2="${WIDTH - EDGE.right}" y2="${down(value)}" stroke="#e5e7eb"/>${text(EDGE.left - 8, down(value) + 4, value.toFixed(1), "end")}`,
  );
  return svg(HEIGHT, title, [
    ...ticks,
    ...points.map((point) => text(across(point.x), HEIGHT - EDGE.bottom + 18, String(point.x), "middle")),
    `<polygon points="${[...upper, ...lower].join(" ")}" fill="${LINE}" opacity="0.15"/>`,
    `<polyline points="${points.map((point) => `${across(point.x)},${down(point.mean)}`).join(" ")}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...points.map((point) => `<circle cx="${across(point.x)}" cy="${down(point.mean)}" r="3" fill="${LINE}"/>`),
    text(WIDTH / 2, HEIGHT - 10, `${x}; band: one standard deviation`, "middle"),
    `<g transform="translate(16 ${HEIGHT / 2}) rotate(-90)">${text(0, 0, y, "middle")}</g>`,
  ]);
}

/**
 * Draw lines over a share.
 *
 * In: lines with both axes 0-1. Out: a whole SVG with a legend; the same bytes for the same lines.
 */
export function linesChart({ title, x, y, lines }: Lines): string {
  const across = (value: number) => round(EDGE.left + value * (WIDTH - EDGE.left - EDGE.right));
  const down = (value: number) => round(EDGE.top + (1 - value) * (HEIGHT - EDGE.top - EDGE.bottom));
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return svg(HEIGHT, title, [
    ...shares.map(
      (value) =>
        `<line x1="${EDGE.left}" y1="${down(value)}" x2="${WIDTH - EDGE.right}" y2="${down(value)}" stroke="#e5e7eb"/>${text(EDGE.left - 8, down(value) + 4, value.toFixed(1), "end")}`,
    ),
    ...shares.map((value) => text(across(value), HEIGHT - EDGE.bottom + 18, value.toFixed(1), "middle")),
    ...lines.flatMap(({ name, points }, at) => {
      const colour = COLOURS[at % COLOURS.length] ?? INK;
      const top = EDGE.top + 14 + at * 18;
      return [
        `<polyline points="${points.map((point) => `${across(point.x)},${down(point.y)}`).join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        `<line x1="${WIDTH - 200}" y1="${top - 4}" x2="${WIDTH - 176}" y2="${top - 4}" stroke="${colour}" stroke-width="2"/>`,
        text(WIDTH - 170, top, name, "start"),
      ];
    }),
    text(WIDTH / 2, HEIGHT - 10, x, "middle"),
    `<g transform="translate(16 ${HEIGHT / 2}) rotate(-90)">${text(0, 0, y, "middle")}</g>`,
  ]);
}

const COLOURS = [LINE, "#b45309", "#047857", "#7c3aed"];

/** A difference and its interval. */
export type Difference = { name: string; difference: number; low: number; high: number };

/**
 * Draw differences with their intervals, one a line, around zero.
 *
 * In: title, unit, differences in order. Out: a whole SVG; the same bytes for the same values. Empty: a chart with a title only.
 */
export function differenceChart(title: string, unit: string, rows: readonly Difference[]): string {
  const labels = Math.max(220, ...rows.map(({ name }) => 20 + name.length * 6.5)); // a letter is about 6.5 wide
  const widest = Math.max(0, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const most = widest === 0 ? 1 : widest;
  const height = EDGE.top + rows.length * 26 + EDGE.bottom;
  const middle = (labels + WIDTH - EDGE.right) / 2;
  const across = (value: number) => round(middle + (value / most) * ((WIDTH - EDGE.right - labels) / 2));
  const lines = rows.map(({ name, difference, low, high }, at) => {
    const y = EDGE.top + 13 + at * 26;
    return [
      text(labels - 10, y + 4, name, "end"),
      `<line x1="${across(low)}" y1="${y}" x2="${across(high)}" y2="${y}" stroke="${LINE}" stroke-width="2"/>`,
      `<circle cx="${across(difference)}" cy="${y}" r="4" fill="${LINE}"/>`,
    ].join("");
  });
  const bottom = height - EDGE.bottom + 16;
  return svg(height, title, [
    `<line x1="${middle}" y1="${EDGE.top}" x2="${middle}" y2="${height - EDGE.bottom}" stroke="${INK}"/>`,
    ...lines,
    ...(widest === 0 ? [0] : [-most, 0, most]).map((value) =>
      text(across(value), bottom, value.toFixed(3), value < 0 ? "start" : value > 0 ? "end" : "middle"),
    ),
    text(middle, height - 10, unit, "middle"),
  ]);
}

function svg(height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(WIDTH / 2, 22, title, "middle", 14)}
${parts.join("\n")}
</svg>
`;
}

const text = (x: number, y: number, content: string, anchor: string, size = 12): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" fill="${INK}">${escaped(content)}</text>`;

const escaped = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const round = (value: number): number => Math.round(value * 10) / 10;
