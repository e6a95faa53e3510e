import type { Command } from "@commander-js/extra-typings";
import { type TestCard, testCards } from "../../../core/facts/cards.js";
import type { OutcomeName } from "../../../core/scenario/values/outcomes.js";
import { cataloguePath, readScenarioFile } from "../../../lane/catalogue/scenario-files.js";

const MORE = `
They exist only in the sandbox, not in the real service. start --no-magic disables them.
Use any future expiry date and any CVC.

Examples:
  payment-sandbox magic
  payment-sandbox magic --json

Exit codes: 0 fine, 2 usage`;

interface MagicAmount {
  readonly amount: number;
  readonly outcome: OutcomeName;
}

export function addMagic(program: Command): void {
  program
    .command("magic")
    .description("list test cards and the amounts that force an outcome")
    .option("--json", "as JSON: {cards: [{number, brand, outcome}], amounts: [{amount, outcome}]}")
    .addHelpText("after", MORE)
    .action(async ({ json }) => {
      const amounts = await magicAmounts();
      process.stdout.write(json ? jsonOf(amounts) : magicTable(amounts));
    });
}

/** One amount for each outcome, although the file has a rule for each kind of operation. */
export async function magicAmounts(): Promise<readonly MagicAmount[]> {
  const { scenario } = await readScenarioFile(cataloguePath("magic"));
  const byOutcome = new Map<OutcomeName, number>();
  for (const { when, then } of scenario.rules)
    if (typeof when?.amount === "number" && typeof then.outcome === "string") byOutcome.set(then.outcome, when.amount);
  return [...byOutcome].map(([outcome, amount]) => ({ amount, outcome }));
}

function jsonOf(amounts: readonly MagicAmount[]): string {
  const cards = testCards.map(({ number, brand, outcome, name, challenge }) => ({
    number,
    brand,
    outcome,
    name,
    challenge,
  }));
  return `${JSON.stringify({ cards, amounts }, null, 2)}\n`;
}

const magicTable = (amounts: readonly MagicAmount[]): string => `\
Test cards and magic amounts are the sandbox's own. Use any future expiry date and any CVC.

Cards
${testCards.map(cardLine).join("\n")}

Amounts, in HKD or USD
${amounts.map(({ amount, outcome }) => `  ${amount.toLocaleString("en", { minimumFractionDigits: 2 }).padEnd(21)} ${outcome}`).join("\n")}
`;

const cardLine = ({ number, brand, name, outcome, challenge }: TestCard): string =>
  `  ${number.replace(/(....)(?=.)/g, "$1 ").padEnd(21)} ${brand.padEnd(9)} ${name.padEnd(22)} ${outcome}${challenge ? ", after a 3-D Secure challenge" : ""}`;
