import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type { MemberInputs } from "../../src/config/members.js";
import type { ChosenSettings } from "../../src/config/options.js";
import type { waitBody } from "../../src/control/wait.js";
import type { DeclineName, RefusalName } from "../../src/facts/codes.js";
import type * as language from "../../src/library/language.js";
import type { SandboxOptions, WaitForNotification, WaitForOrder, WaitForRequest } from "../../src/library/types.js";
import type {
  expectationSchema,
  FaultName,
  givenSchema,
  Placement,
  ruleSchema,
  scenarioSchema,
  thenSchema,
  whenSchema,
} from "../../src/scenario/rule.js";

/** The members of an options object without whether they may be left out. */
type Given<T> = { -readonly [K in keyof T]-?: Exclude<T[K], undefined> };

type WaitBody = z.input<typeof waitBody>;

// Checked by the compiler: `npm run types` fails where one of these is not so.
describe("the published types", () => {
  it("say what the schemas take", () => {
    expectTypeOf<language.When>().toExtend<z.input<typeof whenSchema>>();
    expectTypeOf<z.input<typeof whenSchema>>().toExtend<language.When>();
    expectTypeOf<language.Then>().toExtend<z.input<typeof thenSchema>>();
    expectTypeOf<z.input<typeof thenSchema>>().toExtend<language.Then>();
    expectTypeOf<language.Rule>().toExtend<z.input<typeof ruleSchema>>();
    expectTypeOf<z.input<typeof ruleSchema>>().toExtend<language.Rule>();
    expectTypeOf<language.Expectation>().toExtend<z.input<typeof expectationSchema>>();
    expectTypeOf<z.input<typeof expectationSchema>>().toExtend<language.Expectation>();
    expectTypeOf<language.Given>().toExtend<z.input<typeof givenSchema>>();
    expectTypeOf<z.input<typeof givenSchema>>().toExtend<language.Given>();
    expectTypeOf<language.Scenario>().toExtend<z.input<typeof scenarioSchema>>();
    expectTypeOf<z.input<typeof scenarioSchema>>().toExtend<language.Scenario>();
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
    type Exact = "merchants" | "dailySettlement" | "notificationKey";
    type OfRows = Given<Pick<SandboxOptions, keyof MemberInputs>>;
    expectTypeOf<Pick<OfRows, Exact>>().toEqualTypeOf<Pick<Given<MemberInputs>, Exact>>();
    // Their names are many: the schema checks them.
    expectTypeOf<OfRows>().toExtend<Given<MemberInputs>>();
  });

  it("say what can be waited for", () => {
    expectTypeOf<WaitForNotification>().toExtend<WaitBody>();
    expectTypeOf<WaitForRequest>().toExtend<WaitBody>();
    expectTypeOf<WaitForOrder>().toExtend<WaitBody>();
    expectTypeOf<WaitBody>().toExtend<WaitForNotification | WaitForRequest | WaitForOrder>();
  });
});
