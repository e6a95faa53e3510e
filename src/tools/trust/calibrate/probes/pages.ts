import { Undetermined } from "../session/session.js";
import { creates, createsEach } from "./parameters.js";
import { byKind, byKinds, likely, type ProbeTable } from "./probe.js";

const [SUCCESS, FAIL] = ["https://example.com/success", "https://example.com/fail"];
const hidden = (callbackUrl: object) => ({ showResultPage: false, callbackUrl });

export const pageProbes: ProbeTable = {
  // Only likely, because only the page shows the shopper's final view.
  "hidden-result-page": byKind(likely("own-page"), "refuse", (session) =>
    creates(session, hidden({ fail: FAIL, success: SUCCESS }), hidden({ fail: FAIL })),
  ),
  "empty-callback": byKind("accept", "refuse", async (session) => {
    const other = await creates(session, hidden({ success: SUCCESS }), hidden({ fail: FAIL }));
    if (other.kind === "refused")
      throw new Undetermined("a callbackUrl without success is refused already (hidden-result-page)");
    return creates(session, hidden({ success: SUCCESS }), hidden({}));
  }),
  "redirect-schemes": byKinds(likely("never-followed"), "refuse", "", (session) => {
    const to = (success: string) => ({ callbackUrl: { success } });
    const addresses = ["data:text/plain,success", "javascript:void(0)", "blob:https://example.com/success"];
    return createsEach(
      session,
      addresses.map((address) => [address, to(SUCCESS), to(address)]),
    );
  }),
  // Only likely, because only the page shows whether the alpha is used.
  "colour-forms": byKinds(likely("css"), "refuse", "", (session) =>
    createsEach(
      session,
      ["#abcdef80", "#abc", "teal"].map((themeColor) => [themeColor, { themeColor: "#abcdef" }, { themeColor }]),
    ),
  ),
};
