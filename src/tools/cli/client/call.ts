import { readFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { sentence } from "../../../core/scenario/values/issues.js";
import { type PaymentOperation, paymentOperations } from "../../../core/scenario/values/operations.js";
import { similar } from "../../../core/scenario/values/similar.js";
import { alsoText } from "../../../lane/ports/explanation.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { isObject, jsonIn, objectIn } from "../../../package/json.js";
import { jsonProblem } from "../../../package/json-fault.js";
import { indented, withMerchantId, withValueAt } from "../../../package/json-text.js";
import { NoRegularFile, textOfNamed } from "../../../package/regular-file.js";
import { typed } from "../../../package/typed.js";
import { NotUtf8, utf8Text } from "../../../package/utf8.js";
import { knownMembers, memberAt } from "../../../server/payment-api/read-parameters/known-members.js";
import { type ControlClient, laneNamedBy } from "../../library/control-client.js";
import { madeNote, missingLane } from "../../library/missing-lane.js";
import { privateKeyOf } from "../key-files.js";
import type { OptionsOf } from "../value-options.js";
import { addTargetOptions, callControl, controlTarget, OWN_KEY, signsAsDemoThere } from "./client.js";
import { type ClientTarget, withCommands } from "./command-names.js";

const MORE = `
Signs the parameters as the demo merchant and sends them. Prints the answer on stdout, and a one-line explanation on stderr.
The text that you give is signed as it is: 50.10 stays 50.10. If it has no merchantId, merchant 3 is put in front.
--demo fills in missing parameters: merchant 3, its user1 with the stored card 351 (delete-token: 375), a new
merchantReference, and for query, refund and void the latest order.

Operations:
${paymentOperations.map((name) => `  ${name}`).join("\n")}

Examples:
  payment-sandbox call hosted-checkout/create --demo
  payment-sandbox call tokenization/sale --demo --set amount=120 --set merchantReference=A-1
  payment-sandbox call hosted-checkout/query merchantReference=A-1
  payment-sandbox call hosted-checkout/query '{"merchantId": 3, "merchantReference": "A-1"}'
  payment-sandbox call hosted-checkout/refund --demo --outcome insufficient-unsettled-balance
  payment-sandbox call direct/sale @request.json

Exit codes: 0 the answer is 0000, 1 any other answer or none, 2 usage, 3 no sandbox answers`;

const declared = (program: Command) =>
  addTargetOptions(
    program
      .command("call")
      .description("send one signed call to the running sandbox, and explain the answer")
      .argument("<operation>", "such as hosted-checkout/create")
      .argument("[params...]", "the parameters: name=value, as --set; or JSON, @file, or - for stdin")
      .option("--demo", "fill in missing parameters from the demo data")
      .option(
        "--set <name=value>",
        "set a parameter; nested: callbackUrl.notify=…, lineItems.0.quantity=2; repeatable",
        setting,
      )
      .option("--key <pem>", "private key file (default: $PAYMENT_SANDBOX_PRIVATE_KEY_FILE, else the demo merchant's)")
      .option("--outcome <name>", "force this outcome (payment-sandbox scenarios --outcomes)"),
  ).addHelpText("after", MORE);

export const addCall = (program: Command): void => void declared(program).action(send);

async function send(word: string, words: readonly string[], flags: OptionsOf<typeof declared>): Promise<void> {
  const operation = operationOf(word);
  const target = await controlTarget(flags);
  const { settings = [], texts = [] } = Object.groupBy(words, (it) =>
    /^\w[\w.[\]]*=/.test(it) ? "settings" : "texts",
  );
  const set = settings.reduce((all: Settings, it) => setting(it, all), flags.set ?? []);
  const paths = set.map(([path]) => path);
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined) throw new InvalidInput(`the parameters: ${twice} is given twice`);
  const { nested = [], own = [] } = Object.groupBy(set, ([path]) => (path.includes(".") ? "nested" : "own"));
  const given = withSettings(givenBody(texts, operation), operation, own);
  // A nested path changes only part of the demo data, for example lineItems.0.quantity.
  const { arrivedCall, postCall, withDemo } = await import("../../library/call.js");
  const whole = flags.demo
    ? await withDemo(operation, given, (input) => callControl(target, "GET /orders", input))
    : given;
  const completed = withSettings(whole, operation, nested);
  const request = withMerchantId(completed, demoMerchantId);
  const { signedEnvelope } = await import("../../../core/signing/signature.js");
  // Whoever may call the lane may not be allowed to list the others.
  const missing = await missingLane(target, laneNamedBy(target)).catch(() => undefined);
  const envelope = signedEnvelope(request, privateKeyOf(flags.key));
  const headers = flags.outcome === undefined ? {} : { "X-Sandbox-Outcome": flags.outcome };
  const arrived = async (requestId?: string): Promise<string | undefined> => {
    const get: ControlClient["call"] = (name, input) => callControl(target, name, input);
    const found = await arrivedCall({ call: get }, { operation, request, requestId });
    return found && `${found.request.id} · ${reason(found.explain.advice, target, flags)}`;
  };
  const called = await postCall(
    (url, init) => fetch(url as string, { ...init, headers: { ...init?.headers, ...headers } }),
    `${target.base}/${operation}`,
    envelope,
  ).catch(async (error: Error) => {
    const { code = error.message } = (error.cause ?? {}) as { code?: string };
    // A fault may have cut the connection on purpose. If no sandbox answers at all, this throws CannotStart.
    throw new CommandFailed(`no answer (${code}) · ${(await arrived()) ?? NOT_ARRIVED}`);
  });
  const { body, http, requestId, warnings } = called;
  process.stdout.write(`${indented(called.text)}\n`);
  // A wrong signature may be what the user wants to try.
  if (flags.key === undefined && !process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE && !(await signsAsDemoThere(target)))
    process.stderr.write(`warning: ${OWN_KEY}, and this call was signed with the demo key: give --key <pem>\n`);
  const filledIn = objectIn(given)?.tokenId === undefined ? objectIn(completed)?.tokenId : undefined;
  const token = filledIn === undefined ? "" : ` · tokenId ${filledIn}`;
  const entry = await arrived(requestId);
  // A refusal of the sandbox itself has a code, such as that of a call over a team's quota.
  const isReplaced = requestId === undefined && (body?.responseCode ?? body?.code) === undefined;
  const replaced = isReplaced ? ", not the sandbox's own answer (a proxy's?)" : "";
  const why = entry === undefined ? (isReplaced ? ` · ${NOT_ARRIVED}` : "") : `${token} · ${entry}`;
  process.stderr.write(`HTTP ${http}${replaced}${why}\n`);
  const notes = missing === undefined || entry === undefined ? [] : await madeNote(target, missing);
  for (const note of notes) process.stderr.write(`${note}\n`);
  for (const warning of warnings)
    if (!why.includes(withCommands(alsoText(warning), target))) process.stderr.write(`warning: ${warning}\n`);
  if (body?.responseCode !== "0000") process.exitCode = 1;
}

const NOT_ARRIVED = "the call did not come to this lane";

/** One line with the reason. */
const reason = (advice: string, target: ClientTarget, { lane }: { lane?: string | undefined }): string =>
  withCommands(lane === undefined ? advice : advice.replace(/^Check base_url:/, "Check --lane:"), target);

function operationOf(word: string): PaymentOperation {
  const wanted = word.replace(/^\/+|\/+$/g, "");
  const found = paymentOperations.find((name) => name === wanted);
  if (found) return found;
  const ending = paymentOperations.filter((name) => name.endsWith(`/${wanted}`));
  const near = ending.length > 0 ? { didYouMean: ending.join(" or ") } : similar(wanted, paymentOperations);
  const what = `unknown operation ${JSON.stringify(word)}`;
  throw new InvalidInput(
    near.didYouMean === undefined ? `${what}; ${typed()} call --help lists them` : sentence({ what, ...near }),
  );
}

/** The text of the parameters, from the argument, a file or stdin. */
function givenBody([argument, ...more]: readonly string[], operation: PaymentOperation): string {
  if (argument === undefined) return "{}";
  if (more.length > 0 || !/^\s*[{[@]|^-$/.test(argument)) {
    const found = JSON.stringify([argument, ...more].join(" "));
    const what = `the parameters: expected one JSON object in single quotes, or name=value, found ${found}`;
    throw new InvalidInput(sentence({ what, ...(more.length === 0 && asSetting(argument, operation)) }));
  }
  const from = argument === "-" ? 0 : argument.startsWith("@") ? argument.slice(1) : undefined;
  let text = argument;
  try {
    if (from !== undefined) text = typeof from === "number" ? utf8Text(readFileSync(from)) : textOfNamed(from);
  } catch (error) {
    const { message } = error as Error;
    const place =
      error instanceof NoRegularFile || (error instanceof NotUtf8 && from !== 0) ? `: ${JSON.stringify(from)}` : "";
    throw new InvalidInput(`the parameters: ${message}${place}`);
  }
  const params = jsonIn(text);
  if (params === undefined) throw new InvalidInput(`the parameters: ${jsonProblem(text)}`);
  if (isObject(params)) return text;
  throw new InvalidInput(`the parameters: expected a JSON object, found ${JSON.stringify(params)}`);
}

/** A word alone may be an order's id or reference. */
function asSetting(word: string, operation: PaymentOperation): { readonly didYouMean?: string } {
  const name = /^\d+$/.test(word) ? "orderId" : "merchantReference";
  const isKnown = /^[\w.-]+$/.test(word) && knownMembers.get(operation)!.has(name);
  return isKnown ? { didYouMean: `${name}=${word}` } : {};
}

type Settings = readonly (readonly [path: string, value: string])[];

function setting(text: string, before: Settings = []): Settings {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidInput(`--set: expected name=value, found ${JSON.stringify(text)}`);
  // lineItems[0].quantity is lineItems.0.quantity.
  const path = text.slice(0, at).replace(/\[(\d+)\]/g, ".$1");
  return [...before, [path, text.slice(at + 1)]];
}

function withSettings(text: string, operation: PaymentOperation, settings: Settings): string {
  return settings.reduce(
    (all, [path, value]) => withValueAt(all, path.split("."), settingJson(operation, path, value)),
    text,
  );
}

/** A number, true, false, null or other JSON, as it is written. Anything else, and all that a text takes, is a text. */
function settingJson(operation: PaymentOperation, path: string, value: string): string {
  const json = jsonIn(value);
  const isAsWritten = json !== undefined && (typeof json === "string" || json === null || !takesText(operation, path));
  return isAsWritten ? value : JSON.stringify(value);
}

function takesText(operation: PaymentOperation, path: string): boolean {
  const names = path.split(".").map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  return memberAt(knownMembers.get(operation)!, names)?.isString ?? false;
}
