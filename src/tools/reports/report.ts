import type { Coverage } from "../coverage/coverage.js";
import { coverageText } from "../coverage/coverage.js";

/** How good a result is. It decides colours, signs, and what a reader sees first. */
export type Tone = "bad" | "unsure" | "good" | "none";
export const toneSigns: Readonly<Record<Tone, string>> = { bad: "✗", unsure: "?", good: "✓", none: "–" };

/**
 * The findings of a command that ran a shop, for people and build servers. Each command makes one, and each format has
 * one renderer. The JSON report is not made from it: it is the command's own data.
 */
export interface Report {
  /** The command that made it, such as `payment-sandbox judge`. */
  readonly title: string;
  /** The result in one sentence. */
  readonly verdict: string;
  /** The result in a few words of ours, without text from outside. The label is the title by default. */
  readonly badge: { readonly label?: string; readonly text: string; readonly tone: Exclude<Tone, "none"> };
  /** The user's command. Null if a function ran. */
  readonly command: readonly string[] | null;
  readonly version: string;
  /** Absent if nothing ran. */
  readonly seed?: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The exit code of the process. Each reason for another code than 0 is an item that fails. */
  readonly exitCode: number;
  /** What a reader should know besides the verdict, one sentence each. */
  readonly facts: readonly string[];
  /** The amounts at stake, each with a sentence about it. */
  readonly sums?: readonly { readonly sum: string; readonly what: string }[];
  readonly counts?: readonly { readonly text: string; readonly tone: Tone }[];
  readonly groups: readonly Group[];
  /** The last lines in a terminal. */
  readonly totals: readonly string[];
  readonly coverage?: Coverage | undefined;
  /** Facts for programs that read the JUnit file. */
  readonly properties: Readonly<Record<string, string | number>>;
}

/** The facts, with the amounts at stake in one more. */
export const factLines = ({ facts, sums = [] }: Report): readonly string[] =>
  sums.length === 0 ? facts : [...facts, sums.map(({ sum, what }) => `${sum} ${what}`).join("; ")];

export type Group = ItemGroup | MapGroup | TableGroup;

export interface ItemGroup {
  readonly kind: "items";
  readonly title: string;
  readonly about?: string;
  readonly items: readonly Item[];
  /**
   * `cards` show everything, `list` a line each, `table` a row each with its source, and `folded` a line that opens.
   */
  readonly page: "cards" | "list" | "table" | "folded";
  /**
   * How much of it a terminal shows. `found`: what is bad or unsure, with details. `each`: a line for each, with details
   * of what is bad. `lines`: a sentence for each that is not good. `brief`: a line for two, with the cure. `names`: one
   * line with all names.
   */
  readonly terminal: "found" | "each" | "lines" | "brief" | "names" | "nothing";
  /** How many a terminal shows: `found` 3 by default, `lines` all. */
  readonly most?: number;
  /**
   * The cases of a build server. `each` item by default. `seen`: an item is a suite, with the items in which it was
   * seen. `none`: the same items stand in other groups.
   */
  readonly cases?: "each" | "seen" | "none";
}

/** What was changed (rows), where (columns), and what came of it. */
export interface MapGroup {
  readonly kind: "map";
  readonly title: string;
  readonly fields: readonly MapField[];
}

export interface MapField {
  /** The call that was changed, such as `sale#1`. */
  readonly column: string;
  /** The kind of change, such as `after-commit`. */
  readonly family: string;
  /** The change in full, such as `after-commit/no-response`. */
  readonly row: string;
  readonly item: Item;
}

export interface TableGroup {
  readonly kind: "table";
  readonly title: string;
  readonly columns: readonly string[];
  /** The first text of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
  /** What Markdown has of it, folded. Absent: nothing. */
  readonly markdown?: { readonly title: string; readonly rows: readonly (readonly string[])[] };
  /** Sentences below it, folded. */
  readonly folded?: { readonly title: string; readonly lines: readonly string[] };
}

/** One result. */
export interface Item {
  readonly tone: Tone;
  /** The result in a word, such as `charged-twice` or `PASS`. */
  readonly label: string;
  /** What it is about: a mutant, an expectation, a test, an assumption. */
  readonly name: string;
  readonly about?: string | undefined;
  /** What it belongs to, such as its operation or its scenario. */
  readonly area?: string;
  /** The place in a file, as `file:line`. */
  readonly place?: string | undefined;
  readonly why?: string | undefined;
  /** The amount at stake, such as `HKD 88.00`. */
  readonly sum?: string | undefined;
  /** For each order what the books say, and what the shop believes. */
  readonly sides?: readonly (readonly [order: string, books: string, shop: string])[];
  /** More facts, each with its name, such as `expected`. */
  readonly details?: readonly (readonly [name: string, text: string])[];
  /** What happened, in order. */
  readonly steps?: readonly string[];
  /** Which steps these are, if there were more. */
  readonly stepsTitle?: string;
  /** True if the order of the steps is the point, so that a terminal shows them too. */
  readonly isSequence?: boolean;
  readonly cure?: string | undefined;
  /** Where to read on: a chapter in the package or a page, and its address on the report's own page or outside. */
  readonly more?: { readonly text: string; readonly href?: string } | undefined;
  /** The command that repeats it. */
  readonly replay?: string | undefined;
  /** The last lines of the command and of the shop. */
  readonly output?: readonly string[] | undefined;
  readonly seen?: readonly Seen[];
  /** In how many runs it was seen, if `seen` has only some of them. */
  readonly runs?: number;
  readonly drawing?: readonly Message[];
  readonly timeline?: readonly TimelineRow[];
  /** How long it took. */
  readonly ms?: number | undefined;
  /** Its address on a page. */
  readonly anchor?: string;
  /** It is a reason for an exit code other than 0: the kind of failure. */
  readonly fails?: string | undefined;
  /** It was not run. */
  readonly isSkipped?: boolean;
  /** What was found in it, if that may be several things. */
  readonly found?: readonly Item[];
}

/** A place where something was seen: a run, or another piece of evidence. */
export interface Seen {
  readonly name: string;
  readonly text?: string;
  /** The run, if the report has it. */
  readonly item?: Item | undefined;
}

/** The participants of a sequence drawing, from left to right. */
export const parties = ["shop", "service", "shopper"] as const;
type Party = (typeof parties)[number];

/** A message between two participants of a sequence drawing, or an event at one of them. */
export interface Message {
  readonly from: Party;
  readonly to: Party;
  readonly text: string;
  readonly tone: "" | "back" | "wrong" | "lost";
}

export const timelineColumns = ["calls", "notices and redirects", "money"] as const;

export interface TimelineRow {
  readonly ms: number;
  readonly column: (typeof timelineColumns)[number];
  readonly tone: "" | "changed" | "other";
  /** The call's id, such as `req-3`. */
  readonly request?: string;
  readonly text: string;
  readonly reference: string | null;
}

/** The item about coverage, if a minimum was asked for. */
export const coverageItems = (
  coverage: Coverage | undefined,
  least: number | undefined,
  tooLittle: string,
): readonly Item[] => {
  if (coverage === undefined || least === undefined) return [];
  const isLess = isCoveredLess(coverage, least);
  const why = isLess ? `${tooLittle} --min-coverage ${least}` : coveredText(coverage, least);
  const result = { name: "coverage", area: "payment-sandbox", label: "coverage", why };
  return [isLess ? { ...result, tone: "bad", fails: "coverage" } : { ...result, tone: "good" }];
};

/** The item about a stop by a signal. `exitCode`: that of the signal. */
export const stoppedItems = (exitCode: number | undefined): readonly Item[] =>
  exitCode === undefined
    ? []
    : [
        {
          ...{ tone: "bad", label: "stopped", name: "stopped by a signal", fails: "stopped" },
          why: `Stopped by a signal, exit code ${exitCode}.`,
        },
      ];

/** Compares the counts, not the rounded percentage. */
export const isCoveredLess = ({ reached, total }: Coverage, least: number): boolean => reached * 100 < least * total;

/** The coverage in one line, with as many digits as `least` has, rounded down. */
export function coveredText(coverage: Coverage, least = 0): string {
  const digits = Math.max(1, String(least).split(".")[1]?.length ?? 0);
  const unit = 10 ** digits;
  return `${coverageText(coverage)}, ${Math.floor((coverage.reached * 100 * unit) / coverage.total) / unit} %`;
}

export const coverageProperties = (coverage: Coverage | undefined): Readonly<Record<string, string | number>> =>
  coverage ? { coverage: coverageText(coverage), "coverage.percent": coverage.percent } : {};

/** The items of a group, none for other kinds. */
export const itemsOf = (group: Group): readonly Item[] => (group.kind === "items" ? group.items : []);

/** The places in which an item was seen, besides the first. */
export function othersText({ seen = [] }: Item): string {
  const { size } = new Set(seen.map(({ name }) => name));
  return size > 1 ? ` and ${size - 1} ${size === 2 ? "other" : "others"}` : "";
}
