import { ownAddress } from "../addresses.js";
import { hongKongTime } from "../format.js";
import type { Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import { timeLeftText } from "../time-left.js";
import type { CheckoutView } from "./view.js";

const DAY_MS = 86_400_000;

/** The remaining time. Shows the date if more than a day is left. A script counts down, and asks for the order's status. */
export function TimeLeft({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
  const t = texts[visit.language];
  const leftMs = view.expiresAt - view.now;
  const order = { "data-order": ownAddress(visit, "/status"), "data-home": ownAddress(visit) };
  if (leftMs > DAY_MS)
    return (
      <p class="left" {...order}>
        {fill(t.payBefore, { time: hongKongTime(view.expiresAt) })}
      </p>
    );
  return (
    <p class="left" {...order}>
      <span>{t.timeLeft}</span>
      <b data-left={leftMs} data-ticks={String(view.clockRuns)} data-testid="time-left">
        {timeLeftText(leftMs)}
      </b>
    </p>
  );
}
