import { Undetermined } from "../session/session.js";
import { creates, createsEach } from "./parameters.js";
import { byKind, finding, likely, type ProbeTable, sure } from "./probe.js";

const [SUCCESS, FAIL] = ["https://example.com/success", "https://example.com/fail"];
const hidden = (callbackUrl: object) => ({ showResultPage: false, callbackUrl });

export const pageProbes: ProbeTable = {
  "hidden-result-page": async (session) => {
    const { kind } = await creates(session, hidden({ fail: FAIL, success: SUCCESS }), hidden({ fail: FAIL }));
    // Only likely, because only the page shows the shopper's final view.
    return kind === "accepted" ? likely("own-page") : sure("refuse");
  },
  "empty-callback": byKind("accept", "refuse", async (session) => {
    const other = await creates(session, hidden({ success: SUCCESS }), hidden({ fail: FAIL }));
    if (other.kind === "refused")
      throw new Undetermined("a callbackUrl without success is refused already (hidden-result-page)");
    return creates(session, hidden({ success: SUCCESS }), hidden({}));
  }),
  "redirect-schemes": async (session) => {
    const to = (success: string) => ({ callbackUrl: { success } });
    const addresses = ["data:text/plain,success", "javascript:void(0)", "blob:https://example.com/success"];
    const values = addresses.map((address) => [address, to(SUCCESS), to(address)] as const);
    const { kind, tried } = await createsEach(session, values);
    if (kind === undefined) return finding(tried);
    return kind === "accepted" ? likely("never-followed", tried) : sure("refuse", tried);
  },
  "colour-forms": async (session) => {
    const plain = { themeColor: "#abcdef" };
    const values = ["#abcdef80", "#abc", "teal"].map((themeColor) => [themeColor, plain, { themeColor }] as const);
    const { kind, kinds } = await createsEach(session, values);
    if (kind === undefined) return finding(`#abcdef80, #abc and teal are ${kinds.join(", ")}`);
    // Only likely, because only the page shows whether the alpha is used.
    return kind === "accepted" ? likely("css") : sure("refuse");
  },
};
