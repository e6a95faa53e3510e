import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Its rules of WCAG 2.2 AA, and of what is good practice besides. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds wrong with a page, a line a rule: all of its rules, or those of WCAG 2.2 AA. No page of ours has frames: without
 * looking for them, and without a list of what is right, it takes two thirds of the time.
 */
export async function axeFaults(page: Page, { only }: { only?: "wcag" } = {}): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    ...(only === "wcag" && { runOnly: WCAG }),
  });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}
