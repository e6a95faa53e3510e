import type { ConsoleCommand } from "./command-text.js";

type SentCommand = Pick<ConsoleCommand, "method" | "path" | "body">;

/** The result of a command, as shown to people. */
export interface ShownResult {
  readonly isGood: boolean;
  readonly text: string;
  /** The call's id, if it was one of the payment API. */
  readonly requestId?: string | undefined;
  /** The lane that the command created. */
  readonly lane?: string | undefined;
}

interface Answer {
  readonly code?: string;
  readonly message?: string;
  readonly fix?: string;
  readonly responseCode?: string;
  readonly name?: string;
  readonly url?: string;
  /** Of an answer about the clock: its time, and the events that fell due. */
  readonly now?: string;
  readonly fired?: readonly { readonly kind: string }[];
  /** Of a notification: what the shop answered. */
  readonly attempts?: readonly {
    readonly status: number | null;
    readonly why: string | null;
    readonly warning?: string;
  }[];
  /** Of an act of the shopper, or of time. */
  readonly order?: { readonly status: string };
  readonly warnings?: readonly { readonly where: string; readonly message: string }[];
}

/** Shows that the request comes from the console. Pages of other sites can't send this header. */
const headers = { "Content-Type": "application/json", "X-Sandbox-Console": "1" };

async function ask(url: string, method: string, body?: unknown): Promise<{ response: Response; answer: Answer }> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  let answer: Answer = {};
  try {
    answer = text === "" ? {} : JSON.parse(text);
  } catch {
    answer = { message: text.slice(0, 200) };
  }
  return { response, answer };
}

/** Sends a command. `control` is the path of the lane's `/_sandbox`. */
export async function sendCommand(command: SentCommand, control: string): Promise<ShownResult> {
  try {
    return command.method === "MERCHANT" ? await callSigned(command, control) : await act(command, control);
  } catch {
    return { isGood: false, text: "The sandbox does not answer: is it still running?" };
  }
}

async function act({ method, path, body }: SentCommand, control: string): Promise<ShownResult> {
  const { response, answer } = await ask(`${control}/${path}`, method, body);
  if (!response.ok) return { isGood: false, text: `${answer.message ?? response.status}. ${answer.fix ?? ""}` };
  const attempt = /\/(resend|release)$/.test(path) ? answer.attempts?.at(-1) : undefined;
  if (attempt) {
    const said = attempt.status === null ? "did not answer" : `answered ${attempt.status}`;
    const { why, warning } = attempt;
    const text = `The shop ${said}: ${why ?? warning ?? "acknowledged"}`;
    return { isGood: why === null && warning === undefined, text };
  }
  const [warning] = answer.warnings ?? [];
  const text = warning ? `Done, but ${warning.where && `${warning.where}: `}${warning.message}` : done(answer);
  return { isGood: true, text, lane: path.endsWith("/fork") || path === "lanes" ? answer.name : undefined };
}

/** The order's new status, or what fell due during a move of the clock. */
function done({ now, fired, order }: Answer): string {
  if (order) return `The order is ${order.status}.`;
  if (!now || !fired) return "Done";
  const counts = new Map<string, number>();
  for (const { kind } of fired) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const told = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  return `It is ${now.slice(0, 19).replace("T", " ")}. ${told === "" ? "Nothing fell due." : `Fell due: ${told}.`}`;
}

/** Sends a call as the merchant would: signed by the demo key if it is that merchant's key, else unsigned. */
async function callSigned({ path, body }: SentCommand, control: string): Promise<ShownResult> {
  const signed = await ask(`${control}/sign`, "POST", { params: body });
  const request = typeof body === "string" ? body : JSON.stringify(body);
  const envelope = signed.response.ok ? signed.answer : { request };
  const { response, answer } = await ask(`${control.replace(/\/_sandbox$/, "")}/${path}`, "POST", envelope);
  const requestId = response.headers.get("X-Sandbox-Request-Id") ?? undefined;
  const text = `${answer.responseCode ?? response.status} ${answer.message ?? ""}`;
  return { isGood: answer.responseCode === "0000", text, requestId };
}
