import { finding, likely, type Probe, sure } from "../probe.js";
import { Undetermined } from "../undetermined.js";
import { creates } from "./parameters.js";

const hiddenResultPage: Probe = {
  id: "hidden-result-page",
  run: async (session) => {
    const fail = "https://example.com/fail";
    const without = (callbackUrl: object) => ({ showResultPage: false, callbackUrl });
    const { kind } = await creates(
      session,
      without({ fail, success: "https://example.com/success" }),
      without({ fail }),
    );
    // Only likely, because only the page shows the shopper's final view.
    return kind === "accepted" ? likely("own-page") : sure("refuse");
  },
};

const emptyCallback: Probe = {
  id: "empty-callback",
  run: async (session) => {
    const success = "https://example.com/success";
    const hidden = (callbackUrl: object) => ({ showResultPage: false, callbackUrl });
    const other = await creates(session, hidden({ success }), hidden({ fail: "https://example.com/fail" }));
    if (other.kind === "refused")
      throw new Undetermined("a callbackUrl without success is refused already (hidden-result-page)");
    const { kind } = await creates(session, hidden({ success }), hidden({}));
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

const redirectSchemes: Probe = {
  id: "redirect-schemes",
  run: async (session) => {
    const to = (success: string) => ({ callbackUrl: { success } });
    const kinds = new Map<string, string>();
    for (const address of ["data:text/plain,success", "javascript:void(0)", "blob:https://example.com/success"])
      kinds.set(address, (await creates(session, to("https://example.com/success"), to(address))).kind);
    const tried = [...kinds].map(([address, kind]) => `${address} ${kind}`).join(", ");
    if (new Set(kinds.values()).size > 1) return finding(tried);
    return tried.includes("accepted") ? likely("never-followed", tried) : sure("refuse", tried);
  },
};

const colourForms: Probe = {
  id: "colour-forms",
  run: async (session) => {
    const kinds: string[] = [];
    for (const themeColor of ["#abcdef80", "#abc", "teal"])
      kinds.push((await creates(session, { themeColor: "#abcdef" }, { themeColor })).kind);
    if (new Set(kinds).size > 1) return finding(`#abcdef80, #abc and teal are ${kinds.join(", ")}`);
    // Only likely, because only the page shows whether the alpha is used.
    return kinds[0] === "accepted" ? likely("css") : sure("refuse");
  },
};

export const pageProbes: readonly Probe[] = [hiddenResultPage, emptyCallback, redirectSchemes, colourForms];
