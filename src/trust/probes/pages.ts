import { finding, likely, type Probe, sure } from "../probe.js";
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
    // What the shopper sees in the end shows on the page alone.
    return kind === "taken" ? likely("own-page") : sure("refuse");
  },
};

const redirectSchemes: Probe = {
  id: "redirect-schemes",
  run: async (session) => {
    const to = (success: string) => ({ callbackUrl: { success } });
    const { kind } = await creates(session, to("https://example.com/success"), to("data:text/plain,success"));
    return kind === "taken" ? likely("never-followed") : sure("refuse");
  },
};

const colourForms: Probe = {
  id: "colour-forms",
  run: async (session) => {
    const kinds: string[] = [];
    for (const themeColor of ["#abcdef80", "#abc", "teal"])
      kinds.push((await creates(session, { themeColor: "#abcdef" }, { themeColor })).kind);
    if (new Set(kinds).size > 1) return finding(`#abcdef80, #abc and teal are ${kinds.join(", ")}`);
    // Whether the page shows the alpha is seen on the page alone.
    return kinds[0] === "taken" ? likely("css") : sure("refuse");
  },
};

export const pageProbes: readonly Probe[] = [hiddenResultPage, redirectSchemes, colourForms];
