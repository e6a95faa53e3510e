import { morph } from "./morph.js";
import { countNew } from "./news.js";

/** Events come in bursts: what they change is read once for all that came so far. */
const GATHER_MS = 150;
/** The parts of a page that follow the lane. */
const parts = ["main", "clock"];

let isPaused = false;
let source: EventSource | undefined;
let planned: ReturnType<typeof setTimeout> | undefined;
let reading: Promise<void> | undefined;
let missed = 0;

/** Follows the lane by server-sent events, while the page is seen and not paused. */
export function followLane(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-testid=live]");
  button?.addEventListener("click", () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(!isPaused));
    tellMissed(0);
    if (!isPaused) void refresh();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  start();
}

/** A browser has six connections to a server: a tab that nobody sees gives its own back. */
function stop(): void {
  source?.close();
  source = undefined;
}

let hasBegun = false;

function start(): void {
  if (source || document.hidden) return;
  source = new EventSource(`${document.body.dataset.control}/events`);
  source.addEventListener("hello", () => {
    // What happened before the stream was open again is read once; the page itself is as new as its first stream.
    if (hasBegun) changed();
    hasBegun = true;
    document.body.dataset.live = "on";
  });
  for (const name of ["request", "order", "notification", "lane"])
    source.addEventListener(name, (event) => {
      countNew(name, JSON.parse((event as MessageEvent<string>).data));
      changed();
    });
  source.addEventListener("clock", changed);
}

function changed(): void {
  if (isPaused) {
    tellMissed(missed + 1);
    return;
  }
  if (planned !== undefined) return;
  planned = setTimeout(() => {
    planned = undefined;
    void refresh();
  }, GATHER_MS);
}

function tellMissed(count: number): void {
  missed = count;
  const waiting = document.getElementById("waiting");
  if (waiting) waiting.textContent = count === 0 ? "" : ` · ${count} new`;
}

/** Reads the page again and changes what differs, one reading at a time. */
export function refresh(): Promise<void> {
  const before = reading ?? Promise.resolve();
  const next = before.then(readAgain, readAgain);
  reading = next;
  return next;
}

async function readAgain(): Promise<void> {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!response?.headers.get("Content-Type")?.startsWith("text/html")) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const place = anchor();
  for (const id of parts) {
    const [from, to] = [document.getElementById(id), page.getElementById(id)];
    if (from && to) morph(from, to);
  }
  if (page.title) document.title = page.title;
  place();
}

/** What the reader looks at stays where it is, however much came above it. */
function anchor(): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>("#main [data-key]")];
  const seen = scrollY > 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : undefined;
  const top = seen?.getBoundingClientRect().top ?? 0;
  return () => {
    if (seen?.isConnected) scrollBy(0, seen.getBoundingClientRect().top - top);
  };
}
