import { statusAt } from "./status.js";

const ASK_AGAIN_MS = 1_000;
const AFTER_FAILURE_MS = 2_000;

/** The page with the QR code continues once the shopper has answered on the phone. */
export function waitForPhone(): void {
  const waiting = document.querySelector<HTMLElement>("[data-wait]");
  if (!waiting) return;
  const { wait = "", declines, next = "" } = waiting.dataset;
  const ask = async (): Promise<void> => {
    const now = await statusAt(wait);
    if (now.status !== "OPEN" || now.declines > Number(declines)) location.href = next;
    else askIn(ASK_AGAIN_MS);
  };
  const askIn = (ms: number): void => {
    setTimeout(() => ask().catch(() => askIn(AFTER_FAILURE_MS)), ms);
  };
  askIn(ASK_AGAIN_MS);
}
