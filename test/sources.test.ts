import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { assumptions, defaultPolicy } from "../src/core/facts/assumptions.js";
import { testCards } from "../src/core/facts/cards.js";
import { allCodes } from "../src/core/facts/codes.js";
import { paymentTerminals, paymentTypes } from "../src/core/facts/direct.js";
import { limits } from "../src/core/facts/limits.js";
import { methods } from "../src/core/facts/methods.js";
import { orderStatuses, transitions } from "../src/core/facts/transitions.js";
import { type SourceRow, sourceRows, sourceText } from "../src/lane/explain/sources.js";
import { cardEntryOf, saveCard } from "../src/lane/shopper/card-entry.js";
import { endpoints } from "../src/server/payment-api/endpoints/index.js";
import { paramsSchema } from "../src/server/payment-api/read-parameters/schema.js";
import { goldenFiles } from "./server/payment-api/endpoints/golden.js";
import spec from "./spec/payment-service.rows.json" with { type: "json" };
import { requests, sold } from "./support/client.js";
import { startTestSandbox, type TestSandbox } from "./support/sandbox.js";

const registered: readonly string[] = assumptions.map(({ id }) => id);
const namesOf = (kind: SourceRow["kind"], of: string): readonly string[] =>
  sourceRows.filter((row) => row.kind === kind && row.of === of).map(({ name }) => name);

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, walked as it comes.
type Schema = any;

/** The parameters of a schema, spelt `lineItems[i].quantity`. */
function parametersOf(schema: Schema, prefix = ""): readonly string[] {
  const own = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [path, ...parametersOf(inner, path)];
  });
  const inItems = schema.items ? parametersOf(schema.items, `${prefix}[i]`) : [];
  return [...own, ...inItems, ...(schema.anyOf ?? []).flatMap((one: Schema) => parametersOf(one, prefix))];
}

/** What a schema says of lengths and sizes. */
function boundsOf(schema: Schema): readonly number[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { maxLength, maximum, ...rest } = schema;
  return [maxLength, maximum].filter((bound) => bound !== undefined).concat(Object.values(rest).flatMap(boundsOf));
}

const schemaOf = (params: z.ZodType): Schema =>
  z.toJSONSchema(params, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);
    },
  });

/** The members of an answer, spelt `list[i].tokenId`. */
function membersOf(value: unknown, prefix = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, `${prefix}[i]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [path, ...membersOf(inner, path)];
  });
}

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

describe("each parameter has a source", () => {
  it.each(endpoints)("of $path, and no other name has one", ({ path }) => {
    expect(sorted(namesOf("parameter", path))).toEqual(sorted(parametersOf(schemaOf(paramsSchema(path)))));
  });

  it("of no endpoint that does not exist", () => {
    const paths = endpoints.map(({ path }) => path);
    expect(sourceRows.filter(({ kind, of }) => kind === "parameter" && !paths.includes(of))).toEqual([]);
  });
});

describe("each limit has a source", () => {
  const known = new Set<number>(Object.values(limits).map(({ value }) => value));

  it.each(endpoints)("that $path puts on a parameter", ({ path }) => {
    const bounds = boundsOf(schemaOf(paramsSchema(path)));
    expect(bounds.length).toBeGreaterThan(0);
    // The largest amount is told in the main unit.
    expect(bounds.filter((bound) => !known.has(bound) && !known.has(bound * 100))).toEqual([]);
  });

  it("in the table of limits", () => {
    expect(namesOf("limit", "")).toEqual(Object.keys(limits));
  });
});

describe("each transition has a source", () => {
  it("and each status is reached by one", () => {
    const reached = new Set(transitions.map(({ to }) => to));
    expect(orderStatuses.filter((status) => !reached.has(status))).toEqual([]);
    expect(namesOf("transition", "")).toHaveLength(transitions.length);
  });

  it("and none leaves a status that the service calls final", () => {
    const final = ["VOIDED", "REFUNDED", "CLOSED", "CANCELLED"];
    expect(transitions.filter(({ from }) => final.includes(from))).toEqual([]);
  });
});

describe("each member of a real answer has a source", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox({ policy: { ...defaultPolicy, "direct-void-message": "present" } });
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  /** Golden answers are what the server answers, to the character: test/server/payment-api/endpoints/golden.test.ts. */
  const answersOf = async (path: string): Promise<readonly unknown[]> => {
    const golden = goldenFiles()
      .filter(({ operation }) => operation === path)
      .map(({ golden: { response } }) => JSON.parse(response));
    if (path !== "direct/void") return golden;
    const { client } = await sandbox.lane();
    const { id: orderId } = await sold(client);
    return [...golden, (await client(path, { merchantId: 3, orderId })).body];
  };
  const isSuccess = (answer: unknown): boolean => (answer as { responseCode: string }).responseCode === "0000";

  it.each(endpoints)("of $path, and no other name has one", async ({ path }) => {
    const answers = await answersOf(path);
    expect(sorted(namesOf("answer", path))).toEqual(sorted(answers.filter(isSuccess).flatMap((one) => membersOf(one))));
    const refusals = answers.filter((one) => !isSuccess(one));
    for (const refusal of refusals) expect(membersOf(refusal)).toEqual(namesOf("answer", "refusal"));
  });

  it("that refuses: at least one of them was looked at", async () => {
    const all = await Promise.all(endpoints.map(({ path }) => answersOf(path)));
    expect(all.flat().filter((one) => !isSuccess(one)).length).toBeGreaterThan(0);
  });

  it("and each field of a payment's notification", async () => {
    const { client, lane } = await sandbox.lane();
    await client("tokenization/sale", requests.sale({ callbackUrl: { notify: "app://paid" } }));
    const [notification] = await lane.store.views.notifications({});
    expect(sorted(Object.keys(notification!.fields))).toEqual(sorted(namesOf("notification", "payment")));
  });

  it("and each field of a token's notification", async () => {
    const { client, lane } = await sandbox.lane();
    const request = { merchantId: 3, userId: "Anna", callbackUrl: { notify: "app://saved" } };
    const { body } = await client("tokenization/add-token", request);
    const entry = await cardEntryOf(lane, body.data.split("/").at(-1));
    (await saveCard(lane, entry!, { number: "4111111111111111", expiryDate: "203012" })).release?.();
    const [notification] = await lane.store.views.notifications({});
    expect(sorted(Object.keys(notification!.fields))).toEqual(sorted(namesOf("notification", "token")));
  });
});

describe("a source", () => {
  const tables = { ...allCodes, ...methods, ...paymentTypes, ...paymentTerminals };
  const all = [
    ...sourceRows.map(({ kind, of, name, source }) => [`${kind} ${of} ${name}`, source] as const),
    ...Object.entries(tables).map(([name, { source }]) => [name, source] as const),
    ...testCards.map(({ name, source }) => [name, source] as const),
  ];

  it("that is a guess names a row of the register", () => {
    const guesses = all.flatMap(([, source]) => (source.kind === "assumed" ? [source.id] : []));
    expect(guesses.filter((id) => !registered.includes(id))).toEqual([]);
    expect(guesses.length).toBeGreaterThan(0);
  });

  it("that is the spec names a row of its tables", () => {
    const refs = all.flatMap(([, source]) => (source.kind === "spec" ? [source.ref] : []));
    expect(refs.filter((ref) => !(ref in spec.rows || ref.split(": ")[0]! in spec.rows))).toEqual([]);
    expect(refs.length).toBeGreaterThan(0);
  });

  it("stands for each parameter and each member of an answer that the spec lists", () => {
    const refs = new Set(all.map(([, source]) => sourceText(source).replace("spec ", "")));
    const listed = Object.keys(spec.rows).filter((row) => /^4\.\d [^“]/.test(row));
    // Two shipped clients take a message in a refund for an error; 4.8 says that an email may be there.
    const left = ["4.4 answer message", "4.5 answer message", "4.6 answer message", "4.8 answer order.email"];
    expect(listed.filter((row) => !refs.has(row))).toEqual(left);
    expect(listed.length).toBeGreaterThan(150);
  });

  it("that is the docs or a client says which part of it", () => {
    for (const [name, source] of all)
      if (source.kind === "docs" || source.kind === "seen") expect([name, source.ref.length > 5]).toEqual([name, true]);
  });
});

it("GET provenance tells them row by row, beside the note that everything else is documented or seen", async () => {
  await using sandbox = await startTestSandbox();
  const { body } = await sandbox.control("GET", "provenance");
  expect(body.note).toMatch(/^Everything else is documented \(spec, docs\) or was seen in published clients/);
  expect(body.sources).toEqual(sourceRows.map(({ source, ...row }) => ({ ...row, source: sourceText(source) })));
});
