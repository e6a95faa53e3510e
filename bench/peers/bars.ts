const WIDTH = 760;
const ROW = 26;
const LEFT = 200;
const TOP = 34;

/** Bars, one below the other; an SVG that needs nothing else. */
export function barsOf(title: string, bars: readonly { readonly name: string; readonly value: number }[]): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, value }, n) => {
    const y = TOP + n * ROW;
    const width = ((WIDTH - LEFT - 70) * value) / most;
    const colour = name.startsWith("payment-sandbox") ? "#1f5fa8" : "#8a8f98";
    return `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${name}</text><rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="18" fill="${colour}"/><text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 14}" fill="#555">${value.toFixed(0)}</text>`;
  });
  const height = TOP + bars.length * ROW + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-weight="bold">${title}</text>
${rows.join("\n")}
</svg>
`;
}
