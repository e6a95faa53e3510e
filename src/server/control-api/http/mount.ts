import { gunzipSync } from "node:zlib";
import { type Context, Hono } from "hono";
import { limits } from "../../../core/facts/limits.js";
import { loadRegexesFor } from "../../../core/scenario/values/pattern.js";
import { isName } from "../../../lane/ports/name.js";
import { bodyText } from "../../../package/bounded-body.js";
import { TO_UTF8 } from "../../../package/json-fault.js";
import { type AnyCall, type ControlCall, type ControlReply, isRaw, type ReceivedInput } from "../call.js";
import type { ControlContext } from "../context.js";
import { type ControlRefusal, check, failure, noName, readJson, refuse } from "./errors.js";

/** Mounts calls on Hono: reads and checks the input, runs the call, renders the answer. */
export function mount(calls: readonly AnyCall[], contextOf: (c: Context) => ControlContext): Hono {
  const app = new Hono();
  for (const call of calls) {
    const path = call.path.replace(/\{(\w+)\}/g, ":$1");
    if (!isRaw(call)) app.on(call.method, path, (c) => answer(c, call, contextOf(c)));
    else if (call.respond)
      app.on(call.method, path, (c) => {
        const seen = contextOf(c);
        return seen.withLane(c, "look", async (lane) => call.respond!(c, seen, lane));
      });
  }
  return app;
}

async function answer(c: Context, call: ControlCall, context: ControlContext): Promise<Response> {
  const asked = await read(c, call, context);
  if ("refusal" in asked) return render(c, asked);
  const prepared = await call.prepare?.(asked);
  if (isRefusal(prepared)) return render(c, prepared);
  const how = !call.looks && (call.method === "POST" || call.method === "PUT") ? "make" : "look";
  return context.withLane(c, how, async (lane, make) => render(c, await call.run({ ...asked, lane, make, prepared })));
}

const isRefusal = (prepared: unknown): prepared is ControlRefusal =>
  typeof prepared === "object" && prepared !== null && "refusal" in prepared;

/** Clients send the slashes of a page's address or a reference as %252F, because some proxies make slashes of %2F. */
const withSlashes = (part: string): string => part.replaceAll("%2F", "/");

/** The input, or its refusal. Checks path, query and body, in this order. */
async function read(c: Context, call: ControlCall, context: ControlContext): Promise<ReceivedInput | ControlRefusal> {
  const params = Object.fromEntries(Object.entries(c.req.param()).map(([key, part]) => [key, withSlashes(part)]));
  const { name } = params;
  if (name !== undefined && !isName(name)) return noName(name);
  const query = call.query ? check(c.req.query(), call.query) : nothing;
  if ("refusal" in query) return query;
  const received = call.body || call.document ? await uncompressed(c) : new Uint8Array();
  if ("refusal" in received) return received;
  const { text, notUtf8 } = bodyText([received]);
  if (!call.document?.mayBeBinary && notUtf8 !== undefined) return refuse(400, "invalid-encoding", notUtf8, TO_UTF8);
  if (call.hasPatterns) await loadRegexesFor(text);
  const body = call.body ? readJson(text, call.body) : nothing;
  if ("refusal" in body) return call.moved ? withFix(body, call.moved) : body;
  return {
    context,
    params,
    query: query.value,
    body: body.value,
    bytes: received,
    text,
    contentType: c.req.header("Content-Type") ?? "",
    signal: c.req.raw.signal,
  };
}

const nothing = { value: undefined } as const;

/** The body, without the gzip of exporters. It is bounded like any other. */
async function uncompressed(c: Context): Promise<Uint8Array | ControlRefusal> {
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (!/^(x-)?gzip$/i.test(c.req.header("Content-Encoding") ?? "")) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bodyMaxBytes.value });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE"
      ? refuse(413, "body-too-large", "the body is over 1 MB once it is uncompressed", "send less")
      : refuse(400, "invalid-gzip", "Content-Encoding is gzip, but the body is not", "send it uncompressed");
  }
}

function render(c: Context, reply: ControlReply | ControlRefusal): Response {
  if ("refusal" in reply) {
    const { code, message, fix } = reply.refusal;
    return failure(c, reply.status, code, message, fix);
  }
  if (reply.protobuf) return c.body(new Uint8Array(reply.protobuf), 200, { "Content-Type": "application/x-protobuf" });
  return reply.status === 204 ? c.body(null, 204) : c.json(reply.body as object, reply.status);
}

/** Says where a member belongs that this call doesn't take. */
function withFix(refused: ControlRefusal, { members, fix }: NonNullable<ControlCall["moved"]>): ControlRefusal {
  const { refusal } = refused;
  const [, unknown] = /^unknown member: (\w+)/.exec(refusal.message) ?? [];
  return unknown !== undefined && members.includes(unknown) ? { ...refused, refusal: { ...refusal, fix } } : refused;
}
