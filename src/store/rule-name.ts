/** The name of a rule that was added while the lane was running. */
export const ruleName = (n: number): string => `rule-${n}`;

/** The number in a rule's name. NaN for any other name. */
export const ruleNumber = (id: string): number => Number(id.slice("rule-".length));
