const sections: Readonly<Record<string, string>> = {
  request: "requests",
  order: "orders",
  notification: "notifications",
};

const key = `payment-sandbox news ${document.body.dataset.control}`;

/** By section: how many new entries there are since this tab last showed it. */
function remembered(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

function remember(counts: Readonly<Record<string, number>>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(counts));
  } catch {
    // Without storage, the badges start at zero on the next page.
  }
}

let counts = remembered();

/** Marks the entries of a visible section as seen. */
export function showNews(): void {
  counts = { ...counts, [document.body.dataset.section ?? "none"]: 0 };
  remember(counts);
  paint();
}

/** Counts new orders, not changes to existing ones. */
export function countNew(event: string, body: { readonly statusBefore?: string | null }): void {
  const section = sections[event];
  if (section === undefined || (event === "order" && body.statusBefore !== null)) return;
  if (section === document.body.dataset.section) return;
  counts = { ...counts, [section]: (counts[section] ?? 0) + 1 };
  remember(counts);
  paint();
}

function paint(): void {
  for (const badge of document.querySelectorAll<HTMLElement>("[data-new]")) {
    const count = counts[badge.dataset.new ?? ""] ?? 0;
    badge.hidden = count === 0;
    badge.textContent = count === 0 ? "" : `${count} new`;
  }
}
