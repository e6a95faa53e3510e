import { ownAddress } from "../addresses.js";
import { hongKongTime } from "../format.js";
import type { Visit } from "../layout.js";
import { fill, texts } from "../text/index.js";
import { timeLeftText } from "../time-left.js";
import type { CheckoutView } from "./view.js";

const DAY_MS = 86_400_000;

/** The remaining time. A script counts down if the clock runs. Shows the date if more than a day is left. */
export function TimeLeft({ view, visit }: { readonly view: CheckoutView; readonly visit: Visit }) {
  const t = texts[visit.language];
  const leftMs = view.expiresAt - view.now;
  if (leftMs > DAY_MS) return <p class="left">{fill(t.payBefore, { time: hongKongTime(view.expiresAt) })}</p>;
  const ticks = view.clockRuns && {
    "data-left": String(leftMs),
    "data-status": ownAddress(visit, "/status"),
    "data-home": ownAddress(visit),
  };
  return (
    <p class="left">
      <span>{t.timeLeft}</span>
      <b {...ticks} data-testid="time-left">
        {timeLeftText(leftMs)}
      </b>
    </p>
  );
}
