import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type { DeclineName, RefusalName } from "../../../src/core/facts/codes.js";
import type { assumeSchema } from "../../../src/core/scenario/rule/assume-schema.js";
import type {
  expectationSchema,
  FaultName,
  givenSchema,
  Placement,
  ruleSchema,
  scenarioSchema,
  thenSchema,
  whenSchema,
} from "../../../src/core/scenario/rule/rule.js";
import type { Answers, ControlCall } from "../../../src/server/control-api/call.js";
import type { calls } from "../../../src/server/control-api/calls.js";
import type { tracesBody } from "../../../src/server/control-api/traffic/traces.js";
import type { waitBody } from "../../../src/server/control-api/traffic/wait.js";
import type { MemberInputs } from "../../../src/server/options/members.js";
import type { ChosenSettings } from "../../../src/server/options/options.js";
import type { JudgedFunction } from "../../../src/tools/judge/types.js";
import type { CardOf, OperationOf } from "../../../src/tools/library/called.js";
import type * as language from "../../../src/tools/library/language.js";
import type { SandboxLane, SandboxOptions } from "../../../src/tools/library/types.js";

/** The members of an options object without whether they may be left out. */
type Given<T> = { -readonly [K in keyof T]-?: Exclude<T[K], undefined> };

/** JSON leaves members out, and has no undefined: `a?: T` and `a?: T | undefined` are the same there. */
type Json<T> = T extends readonly (infer E)[]
  ? Json<E>[]
  : T extends object
    ? { [K in keyof T]: Json<Exclude<T[K], undefined>> }
    : T;

type Sent<S> = S extends z.ZodUndefined ? never : S;
type Success<A extends Answers> = A extends { 200: infer S extends z.ZodType } | { 201: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** What goes in and comes out of each call, as its schemas say. Filters are given as what they are read as; a scenario is read by its own call. */
type FromSchemas = {
  [C in (typeof calls)[number] as C extends ControlCall<infer M, infer P> ? `${M} ${P}` : never]: C extends ControlCall<
    infer _M,
    infer P,
    infer Q,
    infer B,
    infer A
  >
    ? ([Sent<Q>] extends [never] ? unknown : { query: z.output<Q> }) &
        ([Sent<B>] extends [never] ? unknown : { body: z.input<B> }) &
        (P extends "/scenario" ? { body: z.input<typeof scenarioSchema> } : unknown) &
        (P extends "/traces" ? { body: z.input<typeof tracesBody> } : unknown) &
        (P extends "/assumptions" ? { body: z.input<ReturnType<typeof assumeSchema>> } : unknown) & {
          answer: Success<A>;
        }
    : never;
};

/** Bodies and filters as they are; answers as JSON. */
type Told<C> = { [K in keyof C]: K extends "answer" ? Json<C[K]> : C[K] };

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The names of the calls whose published types are not those of the schemas. */
type Otherwise = {
  [N in keyof FromSchemas]: N extends keyof language.ControlCalls
    ? Equal<Told<language.ControlCalls[N]>, Told<FromSchemas[N]>> extends true
      ? never
      : N
    : N;
}[keyof FromSchemas];

// Checked by the compiler: `npm run types` fails where one of these is not so.
describe("the published types", () => {
  it("say what each call takes and answers", () => {
    expectTypeOf<keyof language.ControlCalls>().toEqualTypeOf<keyof FromSchemas>();
    expectTypeOf<Otherwise>().toBeNever();
  });

  it("say what the schemas take", () => {
    expectTypeOf<language.When>().toEqualTypeOf<z.input<typeof whenSchema>>();
    expectTypeOf<language.Then>().toEqualTypeOf<z.input<typeof thenSchema>>();
    expectTypeOf<language.Rule>().toEqualTypeOf<z.input<typeof ruleSchema>>();
    expectTypeOf<language.Expectation>().toEqualTypeOf<z.input<typeof expectationSchema>>();
    expectTypeOf<language.Given>().toEqualTypeOf<z.input<typeof givenSchema>>();
    expectTypeOf<language.Scenario>().toEqualTypeOf<z.input<typeof scenarioSchema>>();
  });

  it("need no member that has a default", () => {
    expectTypeOf<{ name: "x" }>().toExtend<language.Scenario>();
    expectTypeOf<{ then: { fault: "no-response"; placed: "after-commit" } }>().toExtend<language.Rule>();
    expectTypeOf<{ delay: "2s" }>().toExtend<language.Then>();
  });

  it("name each outcome, fault and placement", () => {
    expectTypeOf<language.Decline>().toEqualTypeOf<DeclineName>();
    expectTypeOf<language.Refusal>().toEqualTypeOf<RefusalName>();
    expectTypeOf<language.Fault>().toEqualTypeOf<FaultName>();
    expectTypeOf<language.Placement>().toEqualTypeOf<Placement>();
  });

  it("take each option of a server as its row says, and nothing else", () => {
    type OfRows = Given<Omit<SandboxOptions, keyof MemberInputs | "scenario" | "log">>;
    expectTypeOf<OfRows>().toEqualTypeOf<Given<ChosenSettings>>();
  });

  it("take what no flag can say as its row says", () => {
    type Exact = "merchants" | "calibration" | "adminTokens" | "dailySettlement" | "notificationKey";
    type OfRows = Given<Pick<SandboxOptions, keyof MemberInputs>>;
    expectTypeOf<Pick<OfRows, Exact>>().toEqualTypeOf<Pick<Given<MemberInputs>, Exact>>();
    // Their names are many: the schema checks them.
    expectTypeOf<OfRows>().toExtend<Given<MemberInputs>>();
  });

  it("let a function return beliefs whose currency is any text", () => {
    const shop = async () => ({ "TEA-1": { paid: 50, currency: String("HKD") } });
    expectTypeOf(shop).toExtend<JudgedFunction>();
    expectTypeOf<() => Promise<{ "TEA-1": { paid: boolean } }>>().not.toExtend<JudgedFunction>();
    expectTypeOf<() => Promise<void>>().not.toExtend<JudgedFunction>();
  });

  it("say what can be waited for", () => {
    expectTypeOf<language.WaitForNotification | language.WaitForRequest | language.WaitForOrder>().toEqualTypeOf<
      z.input<typeof waitBody>
    >();
  });
});

it("a fault of lane.next needs its moment", () => {
  type Asked = Parameters<SandboxLane["next"]>[0];
  expectTypeOf<{ fault: "no-response" }>().not.toExtend<Asked>();
  expectTypeOf<{ fault: "no-response"; placed: "after-commit" }>().toExtend<Asked>();
  expectTypeOf<{ outcome: "maintenance" }>().toExtend<Asked>();
});

it("lane.call takes no misspelt operation, but any variable", () => {
  expectTypeOf<OperationOf<"hosted-checkout/query">>().toEqualTypeOf<"hosted-checkout/query">();
  expectTypeOf<OperationOf<"/direct/query">>().toEqualTypeOf<"/direct/query">();
  expectTypeOf<OperationOf<string>>().toEqualTypeOf<string>();
  expectTypeOf<"hosted-checkout/qurey">().not.toExtend<OperationOf<"hosted-checkout/qurey">>();
});

it("a card is a test card's name or a number, or any variable", () => {
  expectTypeOf<CardOf<"visa-debit">>().toEqualTypeOf<"visa-debit">();
  expectTypeOf<CardOf<"4111 1111 1111 1111">>().toEqualTypeOf<"4111 1111 1111 1111">();
  expectTypeOf<CardOf<string>>().toEqualTypeOf<string>();
  const acts = (lane: SandboxLane, card: string) => [
    lane.pay(1, { card }),
    lane.pay(1, { card: "4111111111111111" }),
    lane.simulate(1, "pay"),
    lane.simulate(1, { action: "pay", card: card === "" ? "visa" : "master" }),
    lane.saveCard("http://localhost:4655/card-entry/1", { action: "decline", card: "visa" }),
    lane.putToken({ merchantId: 3, userId: "a", card: 4111111111111111 }),
    // @ts-expect-error
    lane.pay(1, { card: "visaa" }),
    // @ts-expect-error
    lane.simulate(1, { action: "pay", card: "visaa" }),
    // @ts-expect-error
    lane.saveCard("http://localhost:4655/card-entry/1", { card: "visaa" }),
    // @ts-expect-error
    lane.putToken({ merchantId: 3, userId: "a", card: "visaa" }),
  ];
  expectTypeOf(acts).returns.toExtend<readonly Promise<unknown>[]>();
});
