import { describe, expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

let [a, b] = [
  { url: "", checkout: "", cardEntry: "" },
  { url: "", checkout: "", cardEntry: "" },
];
const sandbox = ofFile(await startTestSandbox({ seed: 7 }));
const pages = async (name: string) => {
  const { url, client } = await sandbox.lane(name);
  const order = await client("hosted-checkout/create", requests.create());
  const entry = await client("tokenization/add-token", { merchantId: 3, userId: "amy" });
  return { url, checkout: order.body.checkoutUrl, cardEntry: entry.body.checkoutUrl };
};
[a, b] = [await pages("a"), await pages("b")];

const acts = [
  ["checkout", "orders", "pay", "order"],
  ["cardEntry", "card-entries", "save", "cardEntry"],
] as const;
describe.each(acts)("the page %s", (page, list, action, answered) => {
  const act = (address: string) =>
    control(b.url, "POST", `${list}/${encodeURIComponent(address)}/simulate`, { action });

  it("of another lane is refused, although this lane's has the same session", async () => {
    expect(a[page].split("/").at(-1)).toBe(b[page].split("/").at(-1));
    const message = `lane b has no page ${a[page]}: that is of lane a`;
    expect(await act(a[page])).toMatchObject({ http: 404, body: { message, fix: expect.stringContaining("lane a") } });
    const ofDefault = a[page].replace("/lane/a", "");
    expect((await act(ofDefault)).body.message).toBe(`lane b has no page ${ofDefault}: that is of lane default`);
  });

  it.each([
    ["with a changed session", (url: string) => `${url}x`, /: that of (order|card entry) \d+ is http\S+$/],
    ["with an unknown id", (url: string) => url.replace(/[^/]+$/, "zzz-y"), /^lane b has no page \S+\/zzz-y$/],
    [
      "of another port",
      (url: string) => url.replace(/:\d+/, ":1"),
      /: that is of another sandbox, and this one is http/,
    ],
    [
      "of another port's default lane",
      (url: string) => url.replace(/:\d+\/lane\/b/, ":1"),
      /: that is of another sandbox, and this one is http/,
    ],
  ])("%s is refused", async (_, changed, message) => {
    expect(await act(changed(b[page]))).toMatchObject({ http: 404, body: { message: expect.stringMatching(message) } });
  });

  it("is refused where the other kind is asked for", async () => {
    const other = page === "checkout" ? b.cardEntry : b.checkout;
    expect(await act(other)).toMatchObject({
      http: 404,
      body: { fix: expect.stringMatching(/^it is (a page that stores a card|the page of order \d+): POST /) },
    });
  });

  it("is the right one by another host's name, with a query, and by its path", async () => {
    const { pathname } = new URL(b[page]);
    for (const address of [`http://sandbox:4655${pathname}`, `${b[page]}?lang=zh`, pathname])
      expect((await control(b.url, "GET", `${list}/${encodeURIComponent(address)}`)).http).toBe(200);
    const twice = encodeURIComponent(b[page]).replaceAll("%2F", "%252F");
    expect((await control(b.url, "GET", `${list}/${twice}`)).http).toBe(200);
    expect(Object.keys((await act(b[page])).body)).toContain(answered);
  });
});
