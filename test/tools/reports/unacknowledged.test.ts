import { expect, it } from "vitest";
import { unacknowledged, unacknowledgedTexts } from "../../../src/tools/reports/unacknowledged.js";

const failed = (why: string | null) => ({ why });
const sent = (id: number, over: object = {}) => ({
  ...{ id, state: "due" as const, merchantReference: `W-${id}`, effects: {}, attempts: [failed("answered 500")] },
  ...over,
});

it.each<[string, object, string | undefined]>([
  ["one that failed", {}, "answered 500"],
  ["the last failure of two", { attempts: [failed("answered 500"), failed("answered 404")] }, "answered 404"],
  ["one that is being sent", { state: "in-flight", attempts: [] }, "it had not answered at the end"],
  ["not one that was acknowledged", { attempts: [failed("answered 500"), failed(null)] }, undefined],
  ["not one that was resent and then failed", { attempts: [failed(null), failed("answered 500")] }, undefined],
  ["not one that was not sent", { attempts: [] }, undefined],
  ["not a forged one", { effects: { forge: "wrong-signature" } }, undefined],
])("%s is told", (_, over, why) => {
  const [found] = unacknowledged("w", [sent(1, over)], 9);
  expect(found).toEqual(why && { lane: "w", notificationId: 1, merchantReference: "W-1", why });
});

it("the last of many are told, oldest first", () => {
  const found = unacknowledged("w", [sent(3), sent(2), sent(1)], 2);
  expect(found.map(({ notificationId }) => notificationId)).toEqual([2, 3]);
});

it("those with one reason share a sentence", () => {
  const all = [
    ...unacknowledged("default", [sent(1), sent(4, { merchantReference: undefined, attempts: [failed("closed")] })], 9),
    ...unacknowledged("w", [sent(2)], 9),
  ];
  expect(unacknowledgedTexts(all)).toEqual([
    "the shop did not acknowledge notification-4: closed",
    "the shop did not acknowledge 2 notifications, first notification-1 of W-1: answered 500",
  ]);
  expect(unacknowledgedTexts(unacknowledged("w", [sent(2)], 9))).toEqual([
    "the shop did not acknowledge notification-2 of W-2 in lane w: answered 500",
  ]);
});

it("ten reasons are told, and how many have others", () => {
  const all = Array.from({ length: 12 }, (_, id) => sent(id, { attempts: [failed(`error ${id}`)] }));
  expect(unacknowledgedTexts(unacknowledged("w", all, 99)).slice(9)).toEqual([
    "the shop did not acknowledge notification-2 of W-2 in lane w: error 2",
    "the shop did not acknowledge 2 more for other reasons (--report json=… lists all)",
  ]);
});
