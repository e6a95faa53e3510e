import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as z from "zod";
import { mcpServer, runsCommands } from "./mcp-server.js";
import type { ToolContext } from "./tool.js";

const NO_MESSAGE = "a line is JSON, but no JSON-RPC 2.0 message: expected jsonrpc, id, method, and params as an object";

/** How long calls in flight may take once stdin is closed. Most answer at once; `call` waits this long for an answer. */
const LAST_ANSWERS_MS = 10_000;

/**
 * Serves on stdin and stdout until the client closes stdin, and answers the calls in flight. Calls `complain` for each
 * line that is not a message of the protocol.
 */
export async function serveStdio(context: ToolContext, complain: (line: string) => void): Promise<void> {
  const server = mcpServer(context);
  server.onerror = (error) => complain(`mcp: ${saidOf(error)}`);
  let isClosed = false;
  const ended = new Promise<void>((end) => {
    process.stdin.once("end", end).once("close", end);
    server.onclose = () => {
      isClosed = true;
      end();
    };
  });
  const transport = new StdioServerTransport();
  transport.onerror = (error) => {
    const code = error instanceof z.ZodError ? -32600 : error instanceof SyntaxError ? -32700 : undefined;
    if (code !== undefined) process.stdout.write(wrongLine(code, error));
  };
  const answered = answersOf(transport);
  await server.connect(transport);
  await ended;
  if (!isClosed) await answered(LAST_ANSWERS_MS);
  await server.close();
}

/** The answer to a line that is no message. The transport drops such a line, so its id is not known. */
const wrongLine = (code: number, error: Error): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: saidOf(error) } })}\n`;

const saidOf = (error: Error): string => (error instanceof z.ZodError ? NO_MESSAGE : error.message.split("\n")[0]!);

/**
 * Follows the calls of a transport. The returned function resolves once all are answered. Leaves out tools that run
 * commands: those end with their client.
 */
function answersOf(transport: Transport): (atMostMs: number) => Promise<void> {
  const open = new Set<string | number>();
  let whenEmpty: (() => void) | undefined;
  const close = (id: string | number): void => {
    if (open.delete(id) && open.size === 0) whenEmpty?.();
  };
  transport.onmessage = (message) => {
    if (!("method" in message)) return;
    const { method, params } = message;
    if ("id" in message) {
      if (!(method === "tools/call" && runsCommands(String(params?.name)))) open.add(message.id);
    } else if (method === "notifications/cancelled") close(params?.requestId as string | number);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      if (!("method" in message) && message.id !== undefined) close(message.id);
    }
  };
  return async (atMostMs) => {
    if (open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    whenEmpty = resolve;
    const timer = setTimeout(resolve, atMostMs);
    await promise;
    clearTimeout(timer);
  };
}
