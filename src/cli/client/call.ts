import { readFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import type { ControlTarget } from "../../library/control-client.js";
import { CommandFailed, InvalidInput } from "../../package/errors.js";
import { isObject, jsonIn } from "../../package/json.js";
import { sentence, similar } from "../../scenario/values/issues.js";
import { type PaymentOperation, paymentOperations } from "../../scenario/values/operations.js";
import { privateKeyOf } from "../options/key-files.js";
import type { OptionsOf } from "../options/value-options.js";
import { addTargetOptions, callControl, controlTarget } from "./client.js";
import { OWN_KEY, signsAsDemoThere } from "./demo-merchant.js";

const MORE = `
Signs the parameters as the demo merchant and sends them. Prints the answer on stdout, and a one-line explanation on stderr.
--demo fills in missing parameters: merchant 3, its user1 with the stored card 351, a new merchantReference, and for query,
refund and void the latest order.

Operations:
${paymentOperations.map((name) => `  ${name}`).join("\n")}

Examples:
  payment-sandbox call hosted-checkout/create --demo
  payment-sandbox call tokenization/sale --demo --set amount=120 --set merchantReference=A-1
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
      .argument("[params]", "the parameters: JSON, @file, or - for stdin")
      .option("--demo", "fill in missing parameters from the demo data")
      .option("--set <name=value>", "set a parameter; nested: callbackUrl.notify=…; repeatable", setting)
      .option("--key <pem>", "private key file (default: $PAYMENT_SANDBOX_PRIVATE_KEY_FILE, else the demo merchant's)")
      .option("--outcome <name>", "force this outcome (payment-sandbox scenarios --outcomes)"),
  ).addHelpText("after", MORE);

export const addCall = (program: Command): void => void declared(program).action(send);

async function send(word: string, text: string | undefined, flags: OptionsOf<typeof declared>): Promise<void> {
  const operation = operationOf(word);
  const target = await controlTarget(flags);
  const { nested = [], own = [] } = Object.groupBy(flags.set ?? [], ([path]) =>
    path.includes(".") ? "nested" : "own",
  );
  const given = withSettings(paramsOf(text), own);
  // A nested path changes only part of the demo data, for example lineItems.0.quantity.
  const params = withSettings(flags.demo ? await completedBy(target, operation, given) : given, nested);
  const [{ signedEnvelope }, { postCall }] = await Promise.all([
    import("../../signing/sign.js"),
    import("../../library/call.js"),
  ]);
  const envelope = signedEnvelope(JSON.stringify(params), privateKeyOf(flags.key));
  const headers = flags.outcome === undefined ? {} : { "X-Sandbox-Outcome": flags.outcome };
  const called = await postCall(
    (url, init) => fetch(url as string, { ...init, headers: { ...init?.headers, ...headers } }),
    `${target.base}/${operation}`,
    envelope,
  ).catch((error: Error) => noAnswer(target, error));
  const { body, http, requestId, warnings } = called;
  process.stdout.write(`${typeof body === "string" ? body : JSON.stringify(body, null, 2)}\n`);
  // A wrong signature may be what the user wants to try.
  if (flags.key === undefined && !process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE && !(await signsAsDemoThere(target)))
    process.stderr.write(`warning: ${OWN_KEY}, and this call was signed with the demo key: give --key <pem>\n`);
  process.stderr.write(`HTTP ${http}${requestId === undefined ? "" : ` · ${await reason(target, requestId)}`}\n`);
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  if (body?.responseCode !== "0000") process.exitCode = 1;
}

/** A fault may have cut the connection on purpose. Throws CannotStart if no sandbox answers at all. */
async function noAnswer(target: ControlTarget, error: Error): Promise<never> {
  await callControl(target, "GET /health", {});
  const { code } = (error.cause ?? {}) as { code?: string };
  throw new CommandFailed(`no answer (${code ?? error.message}); run payment-sandbox why to see the reason`);
}

/** One line with the reason. */
async function reason(target: ControlTarget, id: string): Promise<string> {
  const { explain } = await callControl(target, "GET /requests/{id}", { params: { id } });
  return `${id} · ${explain.advice}`;
}

function operationOf(word: string): PaymentOperation {
  const wanted = word.replace(/^\/+|\/+$/g, "");
  const found = paymentOperations.find((name) => name === wanted);
  if (found) return found;
  const ending = paymentOperations.filter((name) => name.endsWith(`/${wanted}`));
  const near = ending.length > 0 ? { didYouMean: ending.join(" or ") } : similar(wanted, paymentOperations);
  const what = `unknown operation ${JSON.stringify(word)}`;
  throw new InvalidInput(
    near.didYouMean === undefined ? `${what}; payment-sandbox call --help lists them` : sentence({ what, ...near }),
  );
}

async function completedBy(
  target: ControlTarget,
  operation: PaymentOperation,
  given: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { completed } = await import("../../app/views/demo-params.js");
  const reference = given.merchantReference;
  const query = { limit: 1, ...(typeof reference === "string" && { merchantReference: reference }) };
  const [latest] = (await callControl(target, "GET /orders", { query })).orders;
  return completed(operation, given, { latest, reference: `DEMO-${Date.now().toString(36).toUpperCase()}` });
}

/** Reads JSON from the argument, a file or stdin. */
function paramsOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const from = text === "-" ? 0 : text.startsWith("@") ? text.slice(1) : undefined;
  let params: unknown;
  try {
    params = JSON.parse(from === undefined ? text : readFileSync(from, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `no such file: ${JSON.stringify(from)}` : message;
    throw new InvalidInput(`the parameters: ${why}`);
  }
  if (isObject(params)) return params;
  throw new InvalidInput(`the parameters: expected a JSON object, found ${JSON.stringify(params)}`);
}

type Settings = readonly (readonly [string, unknown])[];

function setting(text: string, before: Settings = []): Settings {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidInput(`--set: expected name=value, found ${JSON.stringify(text)}`);
  const [path, given] = [text.slice(0, at), text.slice(at + 1)];
  const value = jsonIn(given);
  // A number, true, false, null or other JSON. Anything else is a text.
  return [...before, [path, value === undefined ? given : value]];
}

function withSettings(
  params: Readonly<Record<string, unknown>>,
  settings: Settings,
): Readonly<Record<string, unknown>> {
  return settings.reduce(
    (all, [path, value]) => put(all, path.split("."), value) as Readonly<Record<string, unknown>>,
    params,
  );
}

function put(within: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(within) && isPlaceIn(within, name))
    return within.with(Number(name), put(within[Number(name)], inner, value));
  const members = typeof within === "object" && within !== null ? (within as Readonly<Record<string, unknown>>) : {};
  return { ...members, [name]: put(members[name], inner, value) };
}

const isPlaceIn = (list: readonly unknown[], name: string): boolean => /^\d+$/.test(name) && Number(name) < list.length;
