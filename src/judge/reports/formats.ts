/** Report formats that judge and conformance can write in addition to their terminal output. */
export const judgeFormats = ["html", "json", "junit", "markdown", "badge"] as const;
export type JudgeFormat = (typeof judgeFormats)[number];
