import type { Random } from "./random.js";

const deep = (n: number): string => `${"[".repeat(n)}${"]".repeat(n)}`;

/** Values as JSON text, since some of them JSON.stringify would never write. */
export const oddJson: readonly string[] = [
  ...["1e400", "-1e400", "1e-400", "-0", "0.1", "1e21", "-1", "0", "2147483648", "9007199254740993", "9".repeat(400)],
  ...['""', '" "', "null", "true", "[]", "{}", "[[[[1]]]]", deep(5000), `{"a":${deep(50)}}`],
  ...['"\\ud800"', '"\\udc00x"', '"\\u0000"', '"a\\u0000b"', '"\\ufeff"', '"\\u202e"', '"\u{1f4b3}"', '"٣"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '{"__proto__":{"x":1}}'],
  ...['{"constructor":{"prototype":{"x":1}}}', '{"toString":1,"valueOf":1}', '{"length":1e9}'],
  ...[
    '"../../../etc/passwd"',
    '"%2e%2e%2f"',
    '"<script>alert(1)</script>"',
    '"\' OR 1=1 --"',
    '"{{7*7}}"',
    '"\\r\\nX: y"',
  ],
  ...['"/(a+)+$/"', '"/[/"', '"/x/y"', '"*"', '"**"', '"99999999d"', '"1e9s"', '"-1s"', '"0ms"'],
  ...['"2026-13-45T99:99:99Z"', '"+275760-09-13T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"0000-01-01T00:00:00Z"'],
  ...['"1e3"', '"0x10"', '"Infinity"', '"NaN"', '"50,00"', '"50.001"', '"999999999.99"', `"${"x".repeat(10_000)}"`],
];

const HOLE = "\u0001hole\u0001";

/** The value's JSON with one member made odd, taken away or doubled. */
export function spoiled(value: unknown, random: Random): string {
  const places = placesOf(value);
  if (places.length === 0) return random.pick(oddJson);
  const place = random.pick(places);
  switch (random.below(6)) {
    case 0:
      return JSON.stringify(without(value, place));
    case 1:
      return JSON.stringify(value).replace("{", () => `{${JSON.stringify(place.at(-1))}:${random.pick(oddJson)},`);
    case 2:
      return JSON.stringify(value).replace(
        "{",
        () => `{"${random.pick(["__proto__", "x", "", "constructor"])}":{"y":1},`,
      );
    default:
      return JSON.stringify(put(value, place, HOLE)).replace(JSON.stringify(HOLE), () => random.pick(oddJson));
  }
}

type Place = readonly string[];

/** The way to each member, however deep. */
function placesOf(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...placesOf(member).map((place) => [name, ...place]),
  ]);
}

function put(value: unknown, [name, ...rest]: Place, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string, unknown>)[name] = put((value as Record<string, unknown>)[name], rest, to);
  return copy;
}

const without = (value: unknown, place: Place): unknown => put(value, place, undefined);
