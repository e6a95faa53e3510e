import type * as z from "zod";

/** A member of an object in scenario files, as far as its schema tells. All such members are optional. */
interface Member {
  readonly schema: z.ZodType;
  /** For the documents and the editors' hints, unless the schema has it. */
  readonly about?: string;
}

type ShapeOf<M extends Readonly<Record<string, Member>>> = {
  -readonly [N in keyof M]: z.ZodOptional<M[N]["schema"]>;
};

/** The members as the shape of a zod object. */
export const zodShapeOf = <M extends Readonly<Record<string, Member>>>(members: M): ShapeOf<M> =>
  Object.fromEntries(
    Object.entries(members).map(([name, { schema, about }]) => {
      const optional = schema.optional();
      return [name, about === undefined ? optional : optional.describe(about)];
    }),
  ) as ShapeOf<M>;

/** Something that a rule does, as one object. The code that does it reads the value from the fired rule. */
export interface Effect<S extends z.ZodType> extends Member {
  readonly schema: S;
  /** The effect in plain words, for people who don't know the file format. */
  readonly sentence: (value: z.output<S>, all: Readonly<Record<string, unknown>>) => string | undefined;
  /** True if it has no effect on a call that a fault ends before the commit. */
  readonly needsCommit?: true;
}

export const effect = <S extends z.ZodType>(one: Effect<S>): Effect<S> => one;

type Sentences = Readonly<Record<string, Pick<Effect<z.ZodNever>, "sentence">>>;

/** The effects of a rule in plain words, in the order of the table. */
export const sentencesOf = (effects: Sentences, values: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(effects).flatMap(([name, { sentence }]) => {
    const value = values[name];
    return value === undefined ? [] : (sentence(value as never, values) ?? []);
  });

/** "a, b and c" */
export const listText = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
