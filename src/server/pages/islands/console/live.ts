import { morph } from "./morph.js";
import { keepChosen } from "./new-call.js";
import { countNew } from "./news.js";
import { relative, spelt } from "./times.js";

/** Events often come in groups, so one refresh covers all that arrived within this time. */
const GATHER_MS = 150;
/** The parts of a page that show the lane's current state. */
const parts = ["main", "clock"];
/** Asks for those parts alone, without the rows and sections that are shown already. */
function partHeaders(): Record<string, string> {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-v]")];
  const shown = parts.map(({ id, dataset }) => `${dataset.key ?? id}:${dataset.v}`).join(",");
  return { Accept: "text/html", "X-Sandbox-Part": shown || "1" };
}

let isPaused = false;
let source: EventSource | undefined;
let planned: ReturnType<typeof setTimeout> | undefined;
let reading: Promise<void> | undefined;
let missed = 0;

/** Watches the lane by server-sent events, while the page is visible and not paused. */
export function watchLane(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-testid=live]");
  button?.addEventListener("click", () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(!isPaused));
    tellMissed(0);
    if (!isPaused) void refresh();
  });
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest(`#${NEWS}`)) void refresh();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  start();
}

/** A browser allows six connections per server, so a hidden tab closes its own. */
function stop(): void {
  source?.close();
  source = undefined;
}

function start(): void {
  if (source || document.hidden) return;
  source = new EventSource(`${document.body.dataset.control}/events?forks=true`);
  source.addEventListener("hello", async () => {
    // A new stream doesn't report events from before its start: neither those since the page was rendered, nor those
    // since the last stream broke.
    if (isPaused) tellMissed(missed + 1);
    else await refresh();
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
    void refresh("live");
  }, GATHER_MS);
}

function tellMissed(count: number): void {
  missed = count;
  const waiting = document.getElementById("waiting");
  if (waiting) waiting.textContent = count === 0 ? "" : ` · ${count} new`;
}

/**
 * Reads the page again and changes the parts that differ, one refresh at a time. `live`: nobody asked for it, so that
 * new rows wait while the list is being read. `entry`: another entry of the list, which stays.
 */
export function refresh(why?: "live" | "entry"): Promise<void> {
  const before = reading ?? Promise.resolve();
  const again = (): Promise<void> => readAgain(why);
  const next = before.then(again, again);
  reading = next;
  return next;
}

async function readAgain(why: "live" | "entry" | undefined): Promise<void> {
  const page = await read(location.href);
  if (!page) return;
  const back = page.querySelector<HTMLAnchorElement>("a.back");
  const list = back && why !== "entry" ? (await read(back.href))?.getElementById("list") : undefined;
  if (list) page.getElementById("list")?.replaceWith(list);
  const place = anchor();
  const held = why === "live" ? heldBack(page) : "";
  for (const id of parts) {
    const [from, to] = [document.getElementById(id), page.getElementById(id)];
    if (from && to) morph(from, to);
  }
  if (back) for (const one of document.querySelectorAll("#list > :is(h1, footer)")) one.remove();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#list tbody a"))
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  const news = document.getElementById(NEWS);
  if (news && held !== "") {
    news.hidden = false;
    news.textContent = held;
  }
  keepChosen();
  if (page.title) document.title = page.title;
  place();
}

async function read(href: string): Promise<Document | undefined> {
  const response = await fetch(href, { headers: partHeaders() }).catch(() => undefined);
  if (!response?.headers.get("Content-Type")?.startsWith("text/html")) return undefined;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** The button that takes new rows in. */
const NEWS = "new-entries";

const rowsIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(".dense tbody > [data-key]")];

/**
 * Takes new rows out of a page whose list is being read: a detail is open, or it is scrolled. Returns how many, in
 * words. Rows that they would push out at the end stay.
 */
function heldBack(page: Document): string {
  const [list, next] = [document.getElementById("list"), page.getElementById("list")];
  if (!list || !next) return "";
  if (!document.getElementById("detail") && list.scrollTop === 0 && scrollY === 0) return "";
  const [shown, wanted] = [rowsIn(list), rowsIn(next)];
  const among = (rows: readonly HTMLElement[]) => {
    const keys = new Set(rows.map(({ dataset }) => dataset.key));
    return ({ dataset }: HTMLElement): boolean => keys.has(dataset.key);
  };
  const isShown = among(shown);
  const isWanted = among(wanted);
  const fresh = wanted.filter((row) => !isShown(row));
  // Fewer rows, and other ones: the lane was reset.
  if (shown.length === 0 || fresh.length === 0 || (fresh.length === wanted.length && wanted.length < shown.length))
    return "";
  if (fresh.length === wanted.length) {
    next.replaceWith(list.cloneNode(true));
    return `${fresh.length} or more new`;
  }
  const end = wanted.at(-1)?.parentElement;
  for (const row of shown.filter((one) => !isWanted(one)).slice(-fresh.length)) end?.append(row.cloneNode(true));
  for (const row of fresh) row.remove();
  return `${fresh.length} new`;
}

/** Keeps the reader's place when content is added above: of the window, and of each part that scrolls by itself. */
function anchor(): () => void {
  const places = ["main", "list", "detail"].flatMap((id) => {
    const part = document.getElementById(id);
    const isScrolled = part !== null && (part.scrollTop > 0 || (id === "main" && scrollY > 0));
    const rows = isScrolled ? [...part.querySelectorAll<HTMLElement>("[data-key]")] : [];
    const seen = rows.find((row) => row.getBoundingClientRect().top >= 0);
    return part && seen ? [{ part, seen, top: seen.getBoundingClientRect().top }] : [];
  });
  return () => {
    for (const { part, seen, top } of places) {
      if (!seen.isConnected) continue;
      const by = seen.getBoundingClientRect().top - top;
      if (part.scrollHeight > part.clientHeight) part.scrollTop += by;
      else scrollBy(0, by);
    }
  };
}

const TICK_MS = 1000;

/** The lane's clock as the page last showed it, and the browser's time at that moment. */
let said = { now: "", seenAt: 0 };

/** Keeps a running clock and the relative times up to date between events. */
export function keepTime(): void {
  setInterval(() => {
    const clock = document.getElementById("clock");
    const { now = "", mode } = clock?.dataset ?? {};
    if (said.now !== now) said = { now, seenAt: Date.now() };
    if (mode !== "wall" || document.hidden) return;
    const time = Number(now) + Date.now() - said.seenAt;
    const face = clock?.querySelector("time");
    if (face?.firstChild) face.firstChild.nodeValue = spelt(time);
    for (const ago of document.querySelectorAll<HTMLElement>("[data-at]"))
      ago.textContent = relative(Number(ago.dataset.at), time);
  }, TICK_MS);
}
