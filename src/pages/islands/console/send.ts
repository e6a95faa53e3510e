import type { Command } from "./command-text.js";

/** What came of a command, for people. */
export interface Done {
  readonly isGood: boolean;
  readonly text: string;
  /** The call that it was, where it was one of the payment API. */
  readonly requestId?: string | undefined;
  /** A lane that was made. */
  readonly lane?: string | undefined;
}

interface Answer {
  readonly code?: string;
  readonly message?: string;
  readonly fix?: string;
  readonly responseCode?: string;
  readonly name?: string;
  readonly url?: string;
  /** Of the clock: its time, and what fell due. */
  readonly now?: string;
  readonly fired?: readonly { readonly kind: string }[];
  readonly warnings?: readonly { readonly where: string; readonly message: string }[];
}

/** The header says that the console asks: no page of another site can send it. */
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
export async function send(command: Command, control: string): Promise<Done> {
  try {
    return command.method === "MERCHANT" ? await callSigned(command, control) : await act(command, control);
  } catch {
    return { isGood: false, text: "The sandbox does not answer: is it still running?" };
  }
}

async function act({ method, path, body }: Command, control: string): Promise<Done> {
  const { response, answer } = await ask(`${control}/${path}`, method, body);
  if (!response.ok) return { isGood: false, text: `${answer.message ?? response.status}. ${answer.fix ?? ""}` };
  const [warning] = answer.warnings ?? [];
  const text = warning ? `Done, but ${warning.where && `${warning.where}: `}${warning.message}` : done(answer);
  return { isGood: true, text, lane: path.endsWith("/fork") || path === "lanes" ? answer.name : undefined };
}

/** A clock that was moved says what happened meanwhile. */
function done({ now, fired }: Answer): string {
  if (!now || !fired) return "Done";
  const counts = new Map<string, number>();
  for (const { kind } of fired) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const told = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  return `It is ${now.slice(0, 19).replace("T", " ")}. ${told === "" ? "Nothing fell due." : `Fell due: ${told}.`}`;
}

/** As the merchant would: signed by the demo key, else unsigned, for nobody here has another. */
async function callSigned({ path, body }: Command, control: string): Promise<Done> {
  const signed = await ask(`${control}/sign`, "POST", { params: body });
  const request = typeof body === "string" ? body : JSON.stringify(body);
  const envelope = signed.response.ok ? signed.answer : { request };
  const { response, answer } = await ask(`${control.replace(/\/_sandbox$/, "")}/${path}`, "POST", envelope);
  const requestId = response.headers.get("X-Sandbox-Request-Id") ?? undefined;
  const text = `${answer.responseCode ?? response.status} ${answer.message ?? ""}`;
  return { isGood: answer.responseCode === "0000", text, requestId };
}
