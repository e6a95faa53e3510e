import { describe, expect, it } from "vitest";
import type { Subject } from "../../../src/core/scenario/values/subject.js";
import { TurnTaking } from "../../../src/tools/judge/run/timing/turn-taking.js";

const call: Subject = { operation: "hosted-checkout/query" };

/** A pace that notes what is sent. Each sending ends when the test says so. */
function paced({ isWaiting = true, othersTurn = undefined as Promise<unknown> | undefined } = {}) {
  const steps: string[] = [];
  const memory = { isWaiting, isFirst: true };
  const pace = new TurnTaking(memory, () => othersTurn);
  const due = (name: string, { isAdded = false, until = Promise.resolve() as Promise<unknown> } = {}) =>
    pace.due(
      async () => {
        steps.push(`${name} is sent`);
        await until;
        steps.push(`${name} was handled`);
      },
      { isAdded },
    );
  const arrives = async (name: string) => {
    await pace.arrives(call);
    steps.push(`${name} runs`);
  };
  return { pace, steps, memory, due, arrives };
}

describe("taking turns", () => {
  it("lets the shop's next call wait until the notifications before it were handled, one after another", async () => {
    const { steps, due, arrives } = paced();
    const first = Promise.withResolvers<void>();
    due("A", { until: first.promise });
    due("B");
    const calling = arrives("the next call");
    first.resolve();
    await calling;
    expect(steps).toEqual(["A is sent", "A was handled", "B is sent", "B was handled", "the next call runs"]);
  });

  it("lets the calls of a notification's handler pass", async () => {
    const { steps, due, arrives } = paced();
    const handler = Promise.withResolvers<void>();
    due("A", { until: handler.promise });
    const calling = arrives("the next call");
    await arrives("the handler's call");
    handler.resolve();
    await calling;
    expect(steps).toEqual(["A is sent", "the handler's call runs", "A was handled", "the next call runs"]);
  });

  it("tells a shop that handles a notification while another call of it waits from one that does one thing at a time", async () => {
    const { memory, due, arrives } = paced();
    const handler = Promise.withResolvers<void>();
    due("A", { until: handler.promise });
    const calling = arrives("the worker's call");
    expect(memory).not.toHaveProperty("doesMore");
    await arrives("the handler's call");
    handler.resolve();
    await calling;
    expect(memory).toMatchObject({ doesMore: true });
    const single = paced({ isWaiting: false });
    single.due("A");
    await single.arrives("the next call");
    await single.arrives("the handler's call");
    expect(single.memory).not.toHaveProperty("doesMore");
  });

  it("sends at once when the clock moves", async () => {
    const { pace, steps, due } = paced();
    due("A");
    await pace.hurry();
    expect(steps).toEqual(["A is sent", "A was handled"]);
  });

  it("keeps what only a rule adds until the shop makes no more calls", async () => {
    const { pace, steps, due, arrives } = paced();
    due("forged", { isAdded: true });
    due("A");
    await arrives("the next call");
    await pace.hurry();
    expect(steps).toEqual([
      ...["A is sent", "A was handled", "the next call runs"],
      ...["forged is sent", "forged was handled"],
    ]);
  });

  it("lets a call wait for the events of a payment that the judge controls", async () => {
    const played = Promise.withResolvers<void>();
    const { steps, arrives } = paced({ othersTurn: played.promise });
    const calling = arrives("the next call");
    expect(steps).toEqual([]);
    played.resolve();
    await calling;
    expect(steps).toEqual(["the next call runs"]);
  });

  it("makes no call wait for a shop that cannot handle two things at once", async () => {
    const { steps, due, arrives } = paced({ isWaiting: false });
    const handler = Promise.withResolvers<void>();
    due("A", { until: handler.promise });
    await arrives("the next call");
    handler.resolve();
    expect(steps).toEqual(["A is sent", "the next call runs"]);
  });
});
