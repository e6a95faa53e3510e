import { similar } from "../../core/scenario/values/similar.js";

/** What `startSandbox` says of a wrong option, in the name of a caller that has options of its own too. */
export function saidBy(caller: string, own: readonly string[], message: string): string {
  const [, member = ""] = /unknown member "?(\w+)/.exec(message) ?? [];
  const { didYouMean } = similar(member, own);
  return didYouMean === undefined
    ? message.replaceAll("startSandbox: ", `${caller}: `)
    : `${caller}: unknown member ${member}, did you mean ${didYouMean}?`;
}
