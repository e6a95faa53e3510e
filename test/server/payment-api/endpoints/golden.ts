import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../../src/package/files.js";

/** A call and its answer, kept as data. */
export interface Golden {
  /** The fact that it shows. */
  readonly about: string;
  /** Where the fact comes from: spec, docs, seen or assumed, with a reference. */
  readonly source: string;
  /** What happens before, in order. */
  readonly setup?: readonly Step[];
  readonly request: Readonly<Record<string, unknown>>;
  /** The body, to the character; `{base_url}` stands for the lane's address. */
  readonly response: string;
}

export type Step =
  | { readonly operation: string; readonly request: Readonly<Record<string, unknown>> }
  /** What a shopper, a clock or the bank does with the last order. */
  | {
      readonly simulate: "pay" | "decline" | "cancel" | "expire" | "settle";
      readonly method?: string;
      readonly email?: string;
    }
  /** Puts the merchant as PUT /_sandbox/merchants/3 does. */
  | { readonly merchant: Readonly<Record<string, unknown>> };

export interface GoldenFile {
  readonly path: string;
  readonly operation: string;
  readonly golden: Golden;
}

export const goldenFolder = join(packageRoot, "fixtures/wire");

/** All golden exchanges; the folder is the path with its slashes as dashes. */
export const goldenFiles = (): readonly GoldenFile[] =>
  readdirSync(goldenFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map((name) => ({
      path: `fixtures/wire/${name}`,
      operation: operationOf(name),
      golden: JSON.parse(readFileSync(join(goldenFolder, name), "utf8")),
    }));

/** `hosted-checkout-create/x.json` is of hosted-checkout/create. */
export const operationOf = (name: string): string =>
  name.split("/")[0]!.replace(/^(hosted-checkout|tokenization|direct)-/, "$1/");
