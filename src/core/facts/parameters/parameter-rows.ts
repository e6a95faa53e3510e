import type { Limit } from "../limits.js";
import type { Source } from "../source.js";

interface Limited {
  /** The longest text or highest number that the service accepts. */
  readonly limit: Limit;
}
interface Grouped {
  readonly members: ParameterRows;
}

/** Each kind of value, with what a row of it says besides. */
interface Kinds {
  readonly text: Limited;
  readonly email: Limited;
  readonly redirect: Limited;
  readonly whole: Limited;
  readonly "order-id": Limited;
  readonly "one-of": { readonly values: readonly string[] };
  readonly "user-id": object;
  readonly amount: object;
  readonly "unit-amount": object;
  readonly currency: object;
  readonly instant: object;
  readonly flag: object;
  readonly methods: object;
  readonly colour: object;
  readonly bin: object;
  /** Taken without a look or a warning: earlier documents list it. */
  readonly ignored: object;
  readonly addresses: Grouped;
  readonly "line-items": Grouped;
  readonly "price-data": Grouped;
  readonly "bin-ranges": Grouped;
}

export type RowOf<K extends keyof Kinds> = Meaning & Kinds[K] & { readonly kind: K };

/**
 * A parameter: the values that it accepts and their meaning. `src/server/payment-api/read-parameters/params.ts` reads each kind, and
 * `src/core/domain/parameters.ts` has the type of its values.
 */
export type ParameterRow = { [K in keyof Kinds]: RowOf<K> }[keyof Kinds];

interface Meaning {
  /** `default`: an absent value counts as `otherwise`. */
  readonly need: "required" | "optional" | "default";
  readonly otherwise?: string | boolean;
  /** For the documents. */
  readonly about: string;
  /** A value for example requests. Without one, they leave the parameter out. */
  readonly example?: unknown;
  /** If it isn't the source of its table. Members inherit it. */
  readonly source?: Source;
}

/** By name, in the order of the provider's table: the error names the first invalid parameter. */
export type ParameterRows = Readonly<Record<string, ParameterRow>>;

/** A source for each name: `lineItems[i].quantity`. */
export type Sources = Readonly<Record<string, Source>>;

/** The parameters of one endpoint. */
export const table = <const R extends ParameterRows>(sourceOf: (name: string) => Source, rows: R) => ({
  rows,
  sources: Object.fromEntries(sourcesOf(rows, sourceOf)),
});

const isList = ({ kind }: ParameterRow): boolean => kind === "line-items" || kind === "bin-ranges";

function sourcesOf(
  rows: ParameterRows,
  sourceOf: (name: string) => Source,
  owner = "",
): readonly (readonly [string, Source])[] {
  return Object.entries(rows).flatMap(([short, row]) => {
    const name = `${owner}${short}`;
    const { source = sourceOf(name) } = row;
    const inherited = row.source ? () => source : sourceOf;
    const members = "members" in row ? sourcesOf(row.members, inherited, `${name}${isList(row) ? "[i]." : "."}`) : [];
    return [[name, source] as const, ...members];
  });
}
