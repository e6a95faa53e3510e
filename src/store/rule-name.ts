/** What a rule is called that was put in while the lane ran. */
export const ruleName = (n: number): string => `rule-${n}`;

/** The number in a rule's name; NaN where it is another's. */
export const ruleNumber = (id: string): number => Number(id.slice("rule-".length));
