import { getJunitXml, type TestSuite } from "junit-xml";

export interface JUnitReport {
  readonly name: string;
  readonly durationMs: number;
  /** Written into each suite. */
  readonly properties: Readonly<Record<string, string | number>>;
  /** A case with a type of failure has failed. A case with an error has no type. */
  readonly suites: readonly TestSuite[];
}

/** The text of a JUnit file. Only this file knows the format. */
export function junitXml({ name, durationMs, properties, suites }: JUnitReport): string {
  const xml = getJunitXml({ name, time: durationMs / 1000, suites: [...suites] });
  const told = Object.entries(properties).map(
    ([key, value]) => `<property name="${escaped(key)}" value="${escaped(String(value))}"/>`,
  );
  return wellFormed(
    asFailures(xml).replace(/<testsuite( [^>]*)?>/g, (tag) => `${tag}<properties>${told.join("")}</properties>`),
  );
}

/** The library counts failures correctly but writes them as `<error>` elements. */
const asFailures = (xml: string): string =>
  xml.replace(/<error type="([^"]*)">([^<]*)<\/error>/g, '<failure type="$1">$2</failure>');

/** XML 1.0 can't represent most control characters and lone surrogates. */
const wellFormed = (xml: string): string =>
  xml.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (one) => (/[\t\n\r]|[\x7f-\x9f]/.test(one) ? one : "\ufffd"));

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter]!);
