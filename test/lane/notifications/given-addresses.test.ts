import { expect, it, vi } from "vitest";
import { GivenAddresses } from "../../../src/lane/notifications/given-addresses.js";
import { KeptLog, ScriptedNotifier } from "../../support/lane-parts.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function addresses(objection?: (url: string) => Promise<string | undefined>) {
  const log = new KeptLog();
  const looked = vi.fn(objection);
  const notifier = Object.assign(new ScriptedNotifier(), objection && { objection: looked });
  const known = new GivenAddresses(log, notifier);
  const given = async (url: string, who = "order 1") => {
    known.given(url, who, { lane: "x" });
    await turn();
  };
  return { log, given, looked, known };
}
const no = async () => "public host";

it("says once for an origin that nobody can be notified there, whoever gives it", async () => {
  const { log, given, looked } = addresses(no);
  await given("https://shop.example/a?x=1");
  await given("https://shop.example/b", "order 2");
  await given("https://shop.example:8443/b", "order 3");
  expect(log.lines).toEqual([
    "order 1 cannot be notified at https://shop.example/a?x=1: public host (logged once per address)",
    "order 3 cannot be notified at https://shop.example:8443/b: public host (logged once per address)",
  ]);
  expect(looked.mock.calls.map(([url]) => url)).toEqual(["https://shop.example/a?x=1", "https://shop.example:8443/b"]);
});

it("looks at each path of the control API, and at no other address of this machine", async () => {
  const { looked, given } = addresses(no);
  await given("http://127.0.0.1:1/n");
  for (const path of ["n", "_sandbox/a", "_sandbox/b", "_sandbox/a"]) await given(`http://localhost:1/${path}`);
  expect(looked).toHaveBeenCalledTimes(2);
});

it("says that an address is none of HTTP, by its origin or as a whole", async () => {
  const { log, given, looked } = addresses(no);
  for (const url of ["app://paid/1", "app://paid/2", "nothing", "nothing", "nothing else"]) await given(url);
  expect(log.lines.map((line) => line.split(" at ")[1])).toEqual([
    "app://paid/1: not an HTTP address such as http://localhost:8080/notify (logged once per address)",
    "nothing: not an HTTP address such as http://localhost:8080/notify (logged once per address)",
    "nothing else: not an HTTP address such as http://localhost:8080/notify (logged once per address)",
  ]);
  expect(looked).not.toHaveBeenCalled();
});

it.each([
  ["shop:8080/notify?a=1", "http://shop:8080/notify?a=1"],
  ["shop.example", "http://shop.example"],
  ["/paid/1", "http://localhost:8080/paid/1"],
  ["//shop.example/notify", "http://localhost:8080/notify"],
])("%s was probably meant as %s", async (url, meant) => {
  const { known } = addresses();
  await known.look(url);
  expect(known.objection(url)).toBe(`not an HTTP address such as ${meant}`);
});

it.each<[string, Parameters<typeof addresses>[0]]>([
  ["nothing stands in its way", async () => undefined],
  ["the look failed", () => Promise.reject(new Error("no such host"))],
  ["the notifier never objects", undefined],
])("says nothing where %s", async (_, objection) => {
  const { log, given } = addresses(objection);
  await given("https://shop.example/a");
  expect(log.lines).toEqual([]);
});

it("knows the objection once it was looked at", async () => {
  const { known } = addresses(no);
  expect([known.isKnown("http://localhost:1/n"), known.isKnown("http://shop.example/a")]).toEqual([true, false]);
  await known.look("http://shop.example/a");
  expect([known.isKnown("http://shop.example/b"), known.objection("http://shop.example/b")]).toEqual([
    true,
    "public host",
  ]);
});

it("waits half a second for a look that hangs, and objects once it ends", async () => {
  vi.useFakeTimers();
  const ends: ((why: string) => void)[] = [];
  const { known } = addresses(() => new Promise((end) => ends.push(end)));
  const looked = known.look("http://shop.example/a");
  await vi.advanceTimersByTimeAsync(500);
  await looked;
  expect(known.objection("http://shop.example/a")).toBeUndefined();
  ends[0]!("public host");
  await vi.advanceTimersByTimeAsync(0);
  expect(known.objection("http://shop.example/a")).toBe("public host");
  vi.useRealTimers();
});

it("remembers a thousand addresses, and begins anew then", async () => {
  const { looked, given } = addresses(async () => undefined);
  for (let n = 0; n < 1000; n++) await given(`http://shop-${n}.example/`);
  await given("http://shop-0.example/");
  expect(looked).toHaveBeenCalledTimes(1000);
  await given("http://another.example/");
  await given("http://shop-0.example/");
  expect(looked).toHaveBeenCalledTimes(1002);
});
