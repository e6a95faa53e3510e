import { cardNumbersIn } from "../../../core/domain/card-text.js";
import { testCards } from "../../../core/facts/cards.js";
import { type SeenPractice, seenIn, shopCalls, type Watched } from "./seen.js";

/**
 * Secrets that the shop has leaked. Only the sandbox's own test cards count as card numbers, because any other long
 * number may be a reference. A card number in the command's output is only advice, because the test may have printed
 * it.
 */
export function exposurePractices({ facts, output = "", privateKeyPem = "" }: Watched): readonly SeenPractice[] {
  const holdsKey = keyFinder(privateKeyPem);
  const inCalls = shopCalls(facts).flatMap((call): SeenPractice[] =>
    placesIn(call.request).flatMap(({ where, text }) => {
      const what = holdsKey(text) ? "the private key" : holdsTestCard(text) ? "a card number" : undefined;
      return what === undefined ? [] : [{ id: "secret-exposed", calls: [call], what: `${where} holds ${what}` }];
    }),
  );
  return [
    ...inCalls,
    ...(holdsKey(output) ? [seenIn("secret-exposed", "the output holds a private key")] : []),
    ...(holdsTestCard(output) ? [seenIn("card-number-in-output", "the output holds a card number")] : []),
  ];
}

interface Place {
  readonly where: string;
  readonly text: string;
}

/** The parts of a call that many people can read. Empty if the body isn't a JSON object. */
function placesIn(request: string): readonly Place[] {
  try {
    const { merchantReference, callbackUrl } = JSON.parse(request);
    return [
      ...textsIn(merchantReference).map((text) => ({ where: "merchantReference", text })),
      ...textsIn(callbackUrl).map((text) => ({ where: "callbackUrl", text })),
    ];
  } catch {
    return [];
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The journal may have masked the digits between a card's first six and last four. */
const masked = testCards.map(
  ({ number }) => `${number.slice(0, 6)}${"*".repeat(number.length - 10)}${number.slice(-4)}`,
);

const holdsTestCard = (text: string): boolean =>
  cardNumbersIn(text).some(({ digits }) => testCards.some(({ number }) => number === digits)) ||
  masked.some((number) => text.includes(number));

/** The first bytes of all RSA keys are equal, so a part from the middle identifies a key. */
const PART_CHARS = 48;

function keyFinder(pem: string): (text: string) => boolean {
  const body = pem.replace(/-----[^-]+-----/g, "").replace(/\s/g, "");
  const part = body.slice(body.length / 2, body.length / 2 + PART_CHARS);
  return (text) =>
    /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(text) ||
    (part.length === PART_CHARS &&
      decoded(text)
        .replace(/\s|\\[rn]/g, "")
        .includes(part));
}

/** In a URL, + and / may be written as %2B and %2F. */
function decoded(text: string): string {
  try {
    return text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
