import { typed } from "../../../package/typed.js";

/** What hints name, and the command that does the same. A call that no command makes stays. */
const commandsAs = (command: string): readonly (readonly [RegExp, string])[] => [
  [/send Authorization: Bearer <[^>]*>/g, "give its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN"],
  [/\bGET \/_sandbox\/(orders|requests) lists them/g, `${command} why <merchantReference> finds it`],
  [/\bGET \/_sandbox\/notifications lists them/g, `${command} why <order> lists those of an order`],
  [/\bGET \/_sandbox\/snapshots lists them/g, `${command} snapshot list shows them`],
  [/\bGET \/_sandbox\/(?:orders|requests)\/([\w<>-]+)/g, `${command} why $1`],
  [/\bPOST \/_sandbox\/notifications\/([\w<>-]+)\/(?:resend|release)/g, `${command} resend $1`],
  [/; check the lane(?! \()/g, "; check the lane (--lane)"],
];

/** A hint for people, with commands in the place of HTTP calls. */
export const withCommands = (hint: string): string =>
  commandsAs(typed()).reduce((text, [pattern, told]) => text.replace(pattern, told), hint);
