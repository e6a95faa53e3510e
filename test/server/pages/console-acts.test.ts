import { describe, expect, it } from "vitest";
import { ui } from "../../browser/console-world.js";
import { created, requests, sold } from "../../support/client.js";
import { commandIn, elements, Reader, wordsOf } from "../../support/html.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** The console of a lane, whose buttons send what the page's script would send for them. */
async function deskOf() {
  const world = await sandbox.lane();
  const reader = new Reader(ui(world.url));
  return {
    ...world,
    reader,
    open: reader.open,
    command: (testid: string) => commandIn(reader.html, testid),
    press: async (testid: string, typed: Readonly<Record<string, unknown>> = {}) => {
      const { method, path, body, isOff } = commandIn(reader.html, testid, typed);
      expect([testid, isOff]).toEqual([testid, false]);
      const answer =
        method === "MERCHANT" ? await world.client(path, body) : await control(world.url, method, path, body);
      await reader.go(reader.url);
      return answer;
    },
    read: async (path: string) => (await control(world.url, "GET", path)).body,
  };
}

describe("the buttons of an order", () => {
  it("cancel, expire, void, and refund too much", async () => {
    const { open, press, client, read, command } = await deskOf();
    const [one, two] = [await created(client), await created(client)];
    await open(`/orders/${one.id}`);
    await press("order-cancel");
    expect((await read(`requests?orderId=${one.id}`)).requests[0].operation).toBe("checkout/cancel");
    await open(`/orders/${two.id}`);
    await press("order-expire");
    expect((await read(`orders/${two.id}`)).order.status).toBe("CLOSED");
    const { id } = await sold(client);
    await open(`/orders/${id}`);
    expect((await press("order-refund-too-much")).body.responseCode).toBe("2005");
    await press("order-void");
    expect((await read(`orders/${id}`)).order.status).toBe("VOIDED");
    for (const testid of ["order-refund", "order-refund-part", "order-refund-too-much", "order-void"])
      expect([testid, command(testid).isOff]).toEqual([testid, true]);
  });

  it("refund a part, at least a cent and at most what was paid", async () => {
    const { reader, open, press, client, url, read } = await deskOf();
    const { id } = await sold(client, { amount: 80 });
    await control(url, "POST", `orders/${id}/simulate`, { action: "settle" });
    await control(url, "PUT", "merchants/3", { unsettledBalance: { HKD: 100 } });
    await open(`/orders/${id}`);
    const [field] = /<input[^>]*data-testid="refund-amount"[^>]*>/.exec(reader.html) ?? [];
    for (const limit of ['type="number"', 'min="0.01"', 'max="80"', 'step="0.01"', "required"])
      expect(field).toContain(limit);
    await press("order-refund-part", { amount: 12.34 });
    expect((await read(`orders/${id}`)).order).toMatchObject({ status: "REFUNDED", netAmount: 67.66 });
    expect(reader.words("timeline")).toContain("HKD 12.34");
  });

  it("settle what is left of a refunded order, once", async () => {
    const { open, press, client, read, command } = await deskOf();
    const { id } = await sold(client, { amount: 80 });
    await open(`/orders/${id}`);
    await press("order-refund-part", { amount: 12.34 });
    await press("order-settle");
    expect((await read(`orders/${id}`)).order).toMatchObject({ status: "REFUNDED", settledTime: expect.anything() });
    expect(command("order-settle").isOff).toBe(true);
  });
});

it("an order's page draws its waits in proportion, folds what is not possible now, and forks only where a copy was kept", async () => {
  const { reader, open, client, url } = await deskOf();
  const { id } = await created(client);
  await control(url, "PUT", "clock", { action: "advance", by: "2m" });
  await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  await control(url, "PUT", "clock", { action: "advance", by: "6m" });
  const html = await open(`/orders/${id}`);
  const waits = [...html.matchAll(/class="wait\b.*?<rect[^>]* width="([^"]+)"/gs)].map(([, width]) => width);
  expect(waits).toEqual(["25.0", "75.0"]);
  expect(wordsOf(html)).toContain("6 min until now");
  const [fork = ""] = /<button[^>]*data-testid="fork-here"[^>]*>/.exec(html) ?? [];
  expect(fork).toMatch(/disabled=""/);
  expect(fork).toContain("No copy of the lane was kept");
  const [folded = ""] = /<details data-key="not-possible">.*?<\/details>/s.exec(reader.html) ?? [];
  expect(folded).toContain('data-testid="order-pay"');
  expect(folded).not.toContain('data-testid="order-refund"');
  expect(wordsOf(folded)).toContain("the order is SUCCESS: only an OPEN one can be paid");
});

it("a call's page shows its bytes", async () => {
  const { reader, open, client } = await deskOf();
  await client("tokenization/sale", requests.sale({ amount: -1 }));
  await open("/requests/req-1");
  await reader.follow(/<section[^>]* id="raw".*?<\/section>/s.exec(reader.html)![0]);
  expect(wordsOf(/<section[^>]* id="raw".*?<\/section>/s.exec(reader.html)![0])).toContain('"amount":-1');
});

it("a notification has a page: what the shop answered, and what to do", async () => {
  const { reader, open, client, url, read } = await deskOf();
  const { id } = await sold(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
  await control(url, "POST", "wait", { for: "notification", match: { orderId: id, attempts: 1 } });
  const [{ id: notification }] = (await read("notifications")).notifications;
  await open("/notifications");
  await reader.follow(reader.element("notification-row"));
  expect(wordsOf(/<h1.*?<\/h1>/s.exec(reader.html)![0])).toContain(`Notification ${notification}`);
  expect(wordsOf(/ id="attempts".*?<\/section>/s.exec(reader.html)![0])).toContain("1: 404");
  await open("/notifications/999");
  expect(reader.words("not-found")).not.toBe("");
});

it("a notification is held, released and sent again", async () => {
  const { reader, open, press, client, url, read } = await deskOf();
  const { id } = await created(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
  await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  await control(url, "POST", "wait", { for: "notification", match: { attempts: 1 } });
  const now = async () => (await read("notifications")).notifications[0];
  await open(`/notifications/${(await now()).id}`);
  await press("notification-hold");
  expect((await now()).state).toBe("held");
  await press("notification-release");
  expect((await now()).attempts).toHaveLength(2);
  await press("notification-resend");
  expect((await now()).attempts).toHaveLength(3);
  expect(wordsOf(await reader.open("/notifications"))).toContain("3: 404");
});

it("the clock is advanced, resumed, frozen, set and run until idle", async () => {
  const { reader, open, press, read } = await deskOf();
  await open("");
  await press("clock-advance", { by: "1d" });
  expect((await read("clock")).now).toBe("2026-01-06T02:00:00.000+00:00");
  expect(reader.words("clock-now")).toContain("2026-01-06");
  await press("clock-resume");
  expect((await read("clock")).mode).toBe("wall");
  await press("clock-freeze");
  expect((await read("clock")).mode).toBe("frozen");
  await press("clock-set", { at: "2027-01-01T00:00:00Z" });
  expect((await read("clock")).now).toBe("2027-01-01T00:00:00.000+00:00");
  expect(await press("clock-idle")).toMatchObject({ http: 200 });
  expect(JSON.stringify((await press("clock-advance", { by: "soon" })).body)).toContain("duration");
});

describe("rules", () => {
  it("are switched off and on", async () => {
    const { open, press, client, url } = await deskOf();
    await control(url, "POST", "rules", { when: { operation: "*/sale" }, then: { outcome: "rate-limited" } });
    await open("/rules");
    const code = async () => (await client("tokenization/sale", requests.sale())).body.responseCode;
    expect(await code()).toBe("9001");
    await press("rule-switch");
    expect(await code()).toBe("0000");
    await press("rule-switch");
    expect(await code()).toBe("9001");
  });

  it("say that they are used up", async () => {
    const { reader, open, client, url } = await deskOf();
    const rule = { when: { operation: "*/void" }, times: 1, then: { outcome: "maintenance" } };
    await control(url, "POST", "rules", rule);
    await client("hosted-checkout/void", { merchantId: 3, orderId: 1 });
    await open("/rules");
    expect(reader.words("rule-row")).toContain("used up");
  });

  it("are made from a request, for the next such call", async () => {
    const { reader, open, press, client, read } = await deskOf();
    await client("tokenization/sale", requests.sale());
    await open("/requests/req-1");
    await reader.follow(reader.element("as-rule"));
    expect(reader.html).toMatch(/data-testid="rule-operation"[^>]* value="tokenization\/sale"/);
    expect(reader.html).toMatch(/data-testid="rule-times"[^>]* value="1"/);
    const typed = { "when.operation": "tokenization/sale", times: 1, "then.outcome": "insufficient-funds" };
    expect(await press("rule-save", typed)).toMatchObject({ http: 201 });
    expect((await read("rules")).rules).toMatchObject([
      { when: { operation: "tokenization/sale" }, times: 1, then: { outcome: "insufficient-funds" } },
    ]);
  });

  it("queue for the next call, with a fault, and give way to a story of the catalogue", async () => {
    const { reader, open, press, read } = await deskOf();
    await open("/rules");
    await press("next-save", { fault: "http-503", placed: "before-commit" });
    expect((await read("rules")).rules).toMatchObject([
      { origin: "next", then: { fault: "http-503", placed: "before-commit" } },
    ]);
    await press("scenario-rate-limited");
    const { rules } = await read("rules");
    expect(rules.map((rule: { scenario?: string }) => rule.scenario)).toContain("rate-limited");
    expect(elements(reader.html, "rule-row").map(wordsOf).join()).toContain("built-in rate-limited");
  });
});

describe("the lane", () => {
  it("is put back, after a question", async () => {
    const { lane, open, press, client, url, read, command } = await deskOf();
    await sold(client);
    await control(url, "POST", "snapshots", { name: `saved-${lane.name}` });
    await sold(client);
    await open(`/snapshots?find=saved-${lane.name}`);
    expect(command("snapshot-load").ask).toContain("Its current contents are lost");
    await press("snapshot-load");
    expect((await read("orders")).orders).toHaveLength(1);
  });

  it("gets another balance, a card, and another choice for a guess", async () => {
    const { reader, open, press, read } = await deskOf();
    await open("/merchants");
    await press("balance-HKD", { "unsettledBalance.HKD": 12.5 });
    expect(reader.words("merchants")).toContain("12.50");
    expect((await read("merchants/3")).unsettledBalance.HKD).toBe(12.5);
    await press("token-save", { merchantId: 3, userId: "newcomer", card: "master-credit" });
    expect((await read("tokens?userId=newcomer")).tokens).toMatchObject([{ cardBrand: "MASTERCARD" }]);
    await open("/assumptions?find=duplicate-reference");
    await press("choose-duplicate-reference", { "duplicate-reference": "return-existing" });
    expect(reader.words("assumption-row")).toContain("return-existing");
    const { assumptions } = await read("provenance");
    const chosen = assumptions.find(({ id }: { id: string }) => id === "duplicate-reference").chosen;
    expect(chosen).toBe("return-existing");
  });

  it("is one of several: one is made, opened and dropped, after a question", async () => {
    const { lane, reader, open } = await deskOf();
    const name = `made-by-${lane.name}`;
    await open("");
    const [, make] = /(<form[^>]*aria-label="Make a lane"[^>]*>.*?<\/form>)/s.exec(reader.html) ?? [];
    expect(make).toMatch(/data-method="POST" data-path="lanes".* name="name"/s);
    await sandbox.server.lanes.create(name);
    await reader.open(`?lanes=${name}`);
    await reader.follow(reader.element("lane-list"), name);
    expect(wordsOf(/<h1.*?<\/h1>/s.exec(reader.html)![0])).toContain(name);
    const [drop = ""] = new RegExp(`<button[^>]*aria-label="Drop lane ${name}"[^>]*>`).exec(reader.html) ?? [];
    expect(drop).toContain(`data-method="DELETE" data-path="lanes/${name}"`);
    expect(drop).toContain(`data-ask="Drop lane ${name}, with all that is in it?"`);
  });
});

it("a call is copied as curl, with its signature", async () => {
  const { reader, open, client, url } = await deskOf();
  await client("tokenization/sale", requests.sale({ merchantReference: "it's" }));
  await open("/requests/req-1");
  const copied = await reader.follow(reader.element("copy-curl"));
  expect(copied).toContain(
    `curl -X POST '${url}/tokenization/sale' -H 'Content-Type: application/json' -d '{"request"`,
  );
  const body = /-d '(.*)'$/s.exec(copied)?.[1]?.replaceAll("'\\''", "'") ?? "";
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/tokenization/sale`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/reference/i) });
});
