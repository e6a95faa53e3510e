import { memoryOf } from "../memory.js";

const sections: Readonly<Record<string, string>> = {
  request: "requests",
  order: "orders",
  notification: "notifications",
};

const memory = memoryOf(`payment-sandbox news ${document.body.dataset.control}`);

/** By section: how many new entries there are since this tab last showed it. */
let counts: Readonly<Record<string, number>> = JSON.parse(memory.read() ?? "{}");

/** Marks the entries of a visible section as seen. */
export function showNews(): void {
  count(document.body.dataset.section ?? "none", 0);
}

/** Counts new orders, not changes to existing ones. */
export function countNew(event: string, body: { readonly statusBefore?: string | null }): void {
  const section = sections[event];
  if (section === undefined || (event === "order" && body.statusBefore !== null)) return;
  if (section === document.body.dataset.section) return;
  count(section, (counts[section] ?? 0) + 1);
}

function count(section: string, entries: number): void {
  counts = { ...counts, [section]: entries };
  memory.write(JSON.stringify(counts));
  for (const badge of document.querySelectorAll<HTMLElement>("[data-new]")) {
    const fresh = counts[badge.dataset.new ?? ""] ?? 0;
    badge.hidden = fresh === 0;
    badge.textContent = fresh === 0 ? "" : `${fresh} new`;
  }
}
