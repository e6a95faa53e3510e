import { withPagePaths } from "../../../package/files.js";
import { quoted, typed } from "../../../package/typed.js";
import { type ControlTarget, laneNamedBy, withoutLane } from "../../library/control-client.js";

/** A lane that a command talks to. */
export interface ClientTarget extends ControlTarget {
  /** True if the command names the sandbox's address. Another command finds any other by itself. */
  readonly isNamed?: boolean;
  /** The option that did. Left out: `--url`. */
  readonly namedBy?: "--url" | "--port";
}

/** What leads another command to the same lane, such as ` --lane refunds`. */
export function optionsTo(target: ClientTarget): string {
  const lane = laneNamedBy(target);
  const url = target.isNamed ? ` --url ${quoted(withoutLane(target.base))}` : "";
  return lane === undefined ? url : `${url} --lane ${quoted(lane)}`;
}

/** What hints name, and the command that does the same. A call that no command makes stays. */
const commandsAs = (command: string, options: string): readonly (readonly [RegExp, string])[] => [
  [/\bwhy (req-\d+)/g, `${command} why $1${options}`],
  [/send Authorization: Bearer <[^>]*>/g, "give its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN"],
  [/\bGET \/_sandbox\/(orders|requests) lists them/g, `${command} why <merchantReference>${options} finds it`],
  [/\bGET \/_sandbox\/notifications lists them/g, `${command} why <order>${options} lists those of an order`],
  [/\bGET \/_sandbox\/lanes lists them/g, `${command} lanes lists them`],
  [/\bGET \/_sandbox\/snapshots lists them/g, `${command} snapshot list${options} shows them`],
  [/\bGET \/_sandbox\/(?:orders|requests)\/([\w<>-]+)/g, `${command} why $1${options}`],
  [/\bPOST \/_sandbox\/notifications\/([\w<>-]+)\/(?:resend|release)/g, `${command} resend $1${options}`],
  [/(; check the lane|use one of your lanes)(?! \()/g, "$1 (--lane)"],
];

/** A hint for people about a lane, with commands in the place of HTTP calls. */
export const withCommands = (hint: string, target: ClientTarget): string =>
  withPagePaths(
    commandsAs(typed(), optionsTo(target)).reduce((text, [pattern, told]) => text.replace(pattern, told), hint),
  );
