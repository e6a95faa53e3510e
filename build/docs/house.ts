// The picture of the house: the five folders of src, each above those that it uses, with their rooms. Made from the imports.
import { roomOf } from "../../test/support/rooms.ts";
import { sources } from "../../test/support/sources.ts";

/** From the doors down. */
const FLOORS = ["tools", "server", "lane", "core", "package"] as const;
type Floor = (typeof FLOORS)[number];

/** What each is for, in as many words as fit. */
const ABOUT: Readonly<Record<Floor, string>> = {
  tools: "what is done with it",
  server: "how one gets in",
  lane: "one isolated world",
  core: "what the provider does; pure",
  package: "small things",
};

/** A room with the rooms of its own floor that it uses. */
type Rooms = ReadonlyMap<string, ReadonlySet<string>>;

/** The folders of each floor. Files that lie straight in it are not drawn. */
function readRooms(): ReadonlyMap<string, Rooms> {
  const floors = new Map<string, Map<string, Set<string>>>(FLOORS.map((floor) => [floor, new Map()]));
  for (const { path, imports } of sources.filter(({ path }) => path.split("/").length > 3)) {
    const [floor, room] = roomOf(path).split("/") as [string, string];
    const uses = floors.get(floor)!.get(room) ?? new Set<string>();
    floors.get(floor)!.set(room, uses);
    for (const target of imports.filter((one) => one.startsWith("src/"))) {
      const [toFloor, toRoom = ""] = roomOf(target).split("/");
      if (toFloor === floor && toRoom !== room) uses.add(toRoom);
    }
  }
  return floors;
}

/** The rooms of a floor in rows: each row uses only those below it. The lowest comes last. */
function rowsOf(rooms: Rooms): readonly (readonly string[])[] {
  const heights = new Map<string, number>();
  const heightOf = (room: string): number => {
    const known = heights.get(room);
    if (known !== undefined) return known;
    const height = Math.max(-1, ...[...rooms.get(room)!].filter((one) => rooms.has(one)).map(heightOf)) + 1;
    heights.set(room, height);
    return height;
  };
  const rows: string[][] = [];
  for (const room of rooms.keys()) {
    const height = heightOf(room);
    rows[height] ??= [];
    rows[height].push(room);
  }
  return rows.toReversed();
}

const [WIDTH, LABEL, BOX_WIDTH, BOX_HEIGHT, GAP, MARGIN] = [900, 210, 118, 30, 10, 14];

/** The picture, as SVG without a style sheet: it shows under any policy. */
export function housePicture(): string {
  const floors = readRooms();
  const parts: string[] = [];
  let y = MARGIN;
  for (const floor of FLOORS) {
    const rows = rowsOf(floors.get(floor)!);
    const height = rows.length * (BOX_HEIGHT + GAP) + GAP;
    parts.push(band(floor, y, height));
    for (const [n, row] of rows.entries())
      parts.push(...row.map((room, i) => box(room, LABEL + i * (BOX_WIDTH + GAP), y + GAP + n * (BOX_HEIGHT + GAP))));
    y += height + GAP;
  }
  const whole = y - GAP + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${whole}" width="${WIDTH}" height="${whole}" font-family="system-ui, sans-serif" role="img">`,
    "<title>The five folders of src with their rooms: each uses only those below it</title>",
    `<rect width="${WIDTH}" height="${whole}" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

const text = (x: number, y: number, size: number, attributes: string, words: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${attributes}>${words}</text>`;

function band(floor: Floor, y: number, height: number): string {
  const middle = y + height / 2;
  return [
    `<rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${height}" rx="9" fill="${floor === "core" ? "#e3f5ea" : "#f1f4f9"}" stroke="#8590a5"/>`,
    text(MARGIN + 14, middle - 2, 17, 'font-weight="600" fill="#1d2536"', floor),
    text(MARGIN + 14, middle + 15, 11, 'fill="#566075"', ABOUT[floor]),
  ].join("");
}

const box = (room: string, x: number, y: number): string =>
  [
    `<rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${BOX_HEIGHT}" rx="7" fill="#ffffff" stroke="#566075"/>`,
    text(x + BOX_WIDTH / 2, y + 20, 13, 'text-anchor="middle" fill="#1d2536"', room),
  ].join("");
