import { describe, expect, it } from "vitest";
import { HeldNotifications } from "../../../src/app/commands/record.js";
import { outboxEntry } from "../../support/outbox.js";

describe("the notifications of a call", () => {
  /** Deliveries that note what is held and what is released. */
  function world() {
    const steps: string[] = [];
    const held = new HeldNotifications({
      answering: (id) => {
        steps.push(`hold ${id}`);
        return () => void steps.push(`release ${id}`);
      },
    });
    const hold = (...causes: readonly number[]) => held.hold(causes.map((causedBy) => outboxEntry({ causedBy })));
    return { steps, held, hold };
  }

  it("are held by the call that caused them", () => {
    const { steps, hold } = world();
    hold(4, 4)!();
    expect(steps).toEqual(["hold 4", "release 4"]);
  });

  it("are none if the call has none", () => {
    const { steps, hold } = world();
    expect([hold(), steps]).toEqual([undefined, []]);
  });

  it("of a unit of work that runs again are those of the second run alone", () => {
    const { steps, held, hold } = world();
    hold(4);
    held.release();
    hold(5);
    expect(steps).toEqual(["hold 4", "release 4", "hold 5"]);
    held.release();
    expect([hold(), steps.at(-1)]).toEqual([undefined, "release 5"]);
  });

  it("are released once if nothing was committed", () => {
    const { steps, held, hold } = world();
    held.release();
    hold(4);
    held.release();
    held.release();
    expect(steps).toEqual(["hold 4", "release 4"]);
  });
});
