import { getJunitXml, type TestSuite } from "junit-xml";

export interface JUnitReport {
  readonly name: string;
  readonly durationMs: number;
  /** Told of each suite. */
  readonly properties: Readonly<Record<string, string | number>>;
  /** Each failure of a case has a type, an error has none. */
  readonly suites: readonly TestSuite[];
}

/** The text of a JUnit file: the only place that knows the format. */
export function junitXml({ name, durationMs, properties, suites }: JUnitReport): string {
  const xml = getJunitXml({ name, time: durationMs / 1000, suites: [...suites] });
  const told = Object.entries(properties).map(
    ([key, value]) => `<property name="${escaped(key)}" value="${escaped(String(value))}"/>`,
  );
  return asFailures(xml).replace(/<testsuite( [^>]*)?>/g, (tag) => `${tag}<properties>${told.join("")}</properties>`);
}

/** The library counts failures as failures and writes them as errors. */
const asFailures = (xml: string): string =>
  xml.replace(/<error type="([^"]*)">([^<]*)<\/error>/g, '<failure type="$1">$2</failure>');

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter]!);
