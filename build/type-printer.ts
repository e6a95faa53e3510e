export type Io = "input" | "output";

/** The part of JSON Schema that our schemas come to. */
export interface Json {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** Several: an editor offers them, though others are allowed too. */
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Json | false;
  readonly propertyNames?: Json;
}

/** The ids that a schema refers to. */
export function refsOf(json: unknown): readonly string[] {
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : refsOf(value),
  );
}

/** A comment of one line; nothing where there is nothing to say. */
export function doc(description: string | undefined, indent = ""): string {
  if (description === undefined) return "";
  const sentence = /^[a-z]+\b(?![-/])/.test(description)
    ? `${description[0]!.toUpperCase()}${description.slice(1)}`
    : description;
  return `${indent}/** ${/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`} */\n`;
}

/** Prints JSON Schemas as TypeScript; `used` says which of them go in and which come out. */
export class TypePrinter {
  readonly #schemas: Readonly<Record<Io, Readonly<Record<string, Json>>>>;
  readonly #used: Readonly<Record<Io, ReadonlySet<string>>>;

  constructor(
    schemas: Readonly<Record<Io, Readonly<Record<string, Json>>>>,
    used: Readonly<Record<Io, ReadonlySet<string>>>,
  ) {
    this.#schemas = schemas;
    this.#used = used;
  }

  /** The types of these names: one that comes out otherwise than it goes in is two. */
  declarations(names: readonly string[]): string {
    const wanted = names.flatMap((id) => [
      ...(this.#used.input.has(id) ? [{ id, io: "input" as const }] : []),
      ...(this.#used.output.has(id) && !(this.#used.input.has(id) && this.#name(id, "output") === id)
        ? [{ id, io: "output" as const }]
        : []),
    ]);
    return wanted.map(({ id, io }) => this.#declaration(id, io)).join("\n\n");
  }

  /** The name of a schema's type, or its text where it has no public name. */
  type(id: string, io: Io): string {
    return id.includes(" ") ? this.#text(this.#schemas[io][id]!, io, "  ") : this.#name(id, io);
  }

  #name(id: string, io: Io): string {
    return io === "output" && this.#used.input.has(id) && this.#isOtherwise(id) ? `${id}AsRead` : id;
  }

  /** Whether it comes out otherwise than it goes in, itself or in what it refers to. */
  #isOtherwise(id: string): boolean {
    const { input, output } = this.#schemas;
    return (
      JSON.stringify(input[id]) !== JSON.stringify(output[id]) ||
      refsOf(input[id]).some((ref) => this.#isOtherwise(ref))
    );
  }

  #declaration(id: string, io: Io): string {
    const json = this.#schemas[io][id]!;
    const name = this.#name(id, io);
    const text = this.#text(json, io, "");
    const isInterface = text.startsWith("{\n");
    return `${doc(json.description)}${isInterface ? `export interface ${name} ${text}` : `export type ${name} =${text.startsWith("\n") ? "" : " "}${text};`}`;
  }

  #text(json: Json, io: Io, indent: string): string {
    if (json.$ref !== undefined) return this.type(json.$ref, io);
    if ("const" in json) return JSON.stringify(json.const);
    if (json.enum)
      return union(
        json.enum.map((value) => JSON.stringify(value)),
        indent,
      );
    const branches = json.anyOf ?? json.oneOf;
    if (branches)
      return union(
        branches.map((branch) => this.#text(branch, io, `${indent}    `)),
        indent,
      );
    if (Array.isArray(json.type))
      return union(
        json.type.map((type) => this.#text({ type }, io, indent)),
        indent,
      );
    switch (json.type) {
      case "string":
        return withSuggestions(json.examples ?? [], indent);
      case "boolean":
      case "null":
        return json.type;
      case "integer":
      case "number":
        return "number";
      case "array":
        return arrayOf(this.#text(json.items ?? {}, io, indent));
      case "object":
        return this.#object(json, io, indent);
      default:
        return "unknown";
    }
  }

  #object({ properties, required = [], additionalProperties, propertyNames }: Json, io: Io, indent: string): string {
    if (!properties) {
      const value = this.#text(additionalProperties || {}, io, indent);
      if (propertyNames?.enum)
        return `{ [key in ${propertyNames.enum.map((name) => JSON.stringify(name)).join(" | ")}]?: ${value} | undefined }`;
      if (propertyNames?.$ref === undefined) return `Record<string, ${value}>`;
      return `{ [key in ${this.type(propertyNames.$ref, io)}]?: ${value} }`;
    }
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, member]) => {
      const isOptional = !required.includes(name);
      // JSON carries no undefined; what users give may.
      const type = `${this.#text(member, io, inner)}${isOptional && io === "input" ? " | undefined" : ""}`;
      return { comment: doc(member.description, inner), text: `${keyText(name)}${isOptional ? "?" : ""}: ${type}` };
    });
    if (members.length === 0) return "Record<string, never>";
    if (members.length === 1 && indent !== "" && members[0]!.comment === "") return `{ ${members[0]!.text} }`;
    return `{\n${members.map(({ comment, text }) => `${comment}${inner}${text};`).join("\n")}\n${indent}}`;
  }
}

const withSuggestions = (examples: readonly unknown[], indent: string): string =>
  examples.length < 2 ? "string" : union([...examples.map((one) => JSON.stringify(one)), "(string & {})"], indent);

const keyText = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

function union(branches: readonly string[], indent: string): string {
  const different = [...new Set(branches)];
  const line = different.join(" | ");
  return line.length < 100 && !line.includes("\n") ? line : different.map((one) => `\n${indent}  | ${one}`).join("");
}

const arrayOf = (element: string): string =>
  element.includes("|") && !/^\{[\s\S]*\}$/.test(element) ? `(${element})[]` : `${element}[]`;
