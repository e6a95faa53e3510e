import { memoryOf } from "../memory.js";
import { refresh } from "./live.js";

/** Opens an entry beside its list, so that the list keeps its place. The address names both. */
export async function openBeside(href: string, how: "pushState" | "replaceState" = "pushState"): Promise<void> {
  const to = new URL(href);
  // The parts that are open stay open.
  const open = new URL(location.href).searchParams.get("open");
  if (open && document.querySelector<HTMLAnchorElement>("a.back")?.href !== href) to.searchParams.set("open", open);
  history[how](null, "", to);
  await refresh("entry");
  document.getElementById("detail")?.scrollTo(0, 0);
}

/** The links of a list's rows, and the way back from its entry. */
const ENTRIES = "#list tbody a, a.back";

/** Follows the links of a list without loading the page again. Other links, and clicks for a new tab, go on as ever. */
export function visitOnClicks(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const isFold = link?.matches("a.fold") ?? false;
    if (!link || !(isFold || (link.matches(ENTRIES) && isOfThisList(link)))) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isFold) return void openBeside(link.href);
    history.replaceState(null, "", link.href);
    void refresh("entry");
  });
  window.addEventListener("popstate", () => void refresh());
}

/** False for a link to an entry of another list, such as the order of a call. */
const isOfThisList = ({ pathname }: HTMLAnchorElement): boolean =>
  pathname.startsWith(`${document.body.dataset.home}/${document.body.dataset.section}`);

const memory = memoryOf("payment-sandbox list width", "localStorage");
const DEFAULT_PERCENT = 56;
const MIN_PERCENT = 25;
const MAX_PERCENT = 75;
const STEP_PERCENT = 2;

/** The width of the list, by the pointer or the arrow keys. It is remembered for the next page. */
export function dragDivider(): void {
  const set = (percent: number): void => {
    const within = Math.round(Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, percent)));
    document.body.style.setProperty("--list", `${within}%`);
    document.getElementById("divider")?.setAttribute("aria-valuenow", String(within));
    memory.write(String(within));
  };
  const isDivider = (target: EventTarget | null): boolean => (target as Element | null)?.id === "divider";
  const now = (): number => Number.parseFloat(document.body.style.getPropertyValue("--list"));
  document.addEventListener("pointerdown", (event) => {
    if (!isDivider(event.target)) return;
    const { left, width } = document.getElementById("main")!.getBoundingClientRect();
    const move = ({ clientX }: PointerEvent): void => set(((clientX - left) / width) * 100);
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", () => document.removeEventListener("pointermove", move), { once: true });
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!isDivider(event.target)) return;
    if (event.key === "ArrowLeft") set(now() - STEP_PERCENT);
    if (event.key === "ArrowRight") set(now() + STEP_PERCENT);
  });
  set(Number(memory.read()) || DEFAULT_PERCENT);
}
