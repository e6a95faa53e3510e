import type { Command } from "@commander-js/extra-typings";
import { adviceForNotification } from "../../../lane/explain/notification-advice.js";
import type { NotificationJson } from "../../../lane/views/schemas/notification-schema.js";
import { CommandFailed } from "../../../package/errors.js";
import { notificationIdNamed } from "../../library/named.js";
import type { OptionsOf } from "../value-options.js";
import { addTargetOptions, callControl, controlTarget, failed, inMadeLane } from "./client.js";
import { withCommands } from "./command-names.js";

const MORE = `
Examples:
  payment-sandbox resend 7                     now, regardless of the lane's clock
  payment-sandbox resend A-1                   the newest notification of the order with this merchantReference
  payment-sandbox resend notification-7 --lane refunds
  payment-sandbox resend 7 --json

Exit codes: 0 the shop acknowledged this attempt, 1 it did not, or its address cannot be called, 2 usage or no such
            notification, 3 no sandbox answers`;

const declared = (program: Command) =>
  addTargetOptions(
    program
      .command("resend")
      .description("send a notification again, now; one that a rule holds or dropped is sent, too")
      .argument("<notification>", "a notification's id, or its order's merchantReference")
      .option("--json", "print the notification as JSON"),
  ).addHelpText("after", MORE);

export const addResend = (program: Command): void => void declared(program).action(resend);

async function resend(notification: string, { json, ...options }: OptionsOf<typeof declared>): Promise<void> {
  const target = await inMadeLane(await controlTarget(options), notification);
  const id = await notificationIdNamed(target, notification).catch((error) => failed(error, target));
  const sent = await callControl(target, "POST /notifications/{id}/resend", { params: { id }, body: {} });
  const last = sent.attempts.at(-1);
  const isDone = sent.state === "acknowledged" && last?.why === null;
  if (json) process.stdout.write(`${JSON.stringify(sent, null, 2)}\n`);
  else if (isDone) process.stdout.write(`${doneText(sent)}\n`);
  if (!isDone) throw new CommandFailed(withCommands(notDoneText(sent), target));
}

const notificationText = ({ id, url }: NotificationJson): string => `notification ${id} to ${url}`;

function doneText(sent: NotificationJson): string {
  const { n, status, warning } = sent.attempts.at(-1)!;
  return `${notificationText(sent)} is acknowledged: attempt ${n}, ${[status, warning].filter(Boolean).join(", ")}`;
}

function notDoneText(sent: NotificationJson): string {
  const { n, status } = sent.attempts.at(-1) ?? {};
  const what = n === undefined ? "not sent" : `attempt ${n}, ${status === null ? "no answer" : `HTTP ${status}`}`;
  return `${notificationText(sent)}: ${what}. ${adviceForNotification(sent)}`;
}
