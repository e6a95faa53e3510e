/** One panel: lines over the same instants. */
export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 760;
const HEIGHT = 170;
const LEFT = 56;
const RIGHT = 90;
const TOP = 28;
const BOTTOM = 24;
const COLOURS = ["#1f5fa8", "#b5471b", "#3a7d34"];

/** Panels one below the other, over seconds; an SVG that needs nothing else. */
export function chartOf(panels: readonly Panel[], seconds: readonly number[]): string {
  const drawn = panels.map((panel, n) => `<g transform="translate(0 ${n * HEIGHT})">${drawnPanel(panel, seconds)}</g>`);
  const height = panels.length * HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<title>${panels.map(({ title }) => title).join(", ")} over time</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${drawn.join("\n")}
</svg>
`;
}

function drawnPanel({ title, unit, lines }: Panel, seconds: readonly number[]): string {
  const most = Math.max(1e-9, ...lines.flatMap(({ values }) => values)) * 1.1;
  const last = Math.max(1, seconds.at(-1) ?? 1);
  const x = (at: number): number => LEFT + (at / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const grid = [0, 0.5, 1].map((share) => {
    const value = (most / 1.1) * share;
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#ddd"/><text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end" fill="#555">${short(value)}</text>`;
  });
  const paths = lines.map(({ name, values }, n) => {
    const points = values.map((value, i) => `${x(seconds[i]!).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const colour = COLOURS[n % COLOURS.length];
    const label = `<text x="${WIDTH - RIGHT + 6}" y="${(TOP + 10 + n * 14).toFixed(1)}" fill="${colour}">${name} ${short(values.at(-1) ?? 0)}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>${label}`;
  });
  const time = `<text x="${LEFT}" y="${HEIGHT - 8}" fill="#555">0 s</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end" fill="#555">${Math.round(last)} s</text>`;
  return `<text x="${LEFT}" y="${TOP - 10}" fill="#222" font-weight="bold">${title} (${unit})</text>${grid.join("")}${paths.join("")}${time}`;
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
