import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";
import { mcpServer } from "./mcp-server.js";
import type { ToolContext } from "./tool.js";

const NO_MESSAGE = "a line is JSON, but no JSON-RPC 2.0 message: expected jsonrpc, id, method, and params as an object";

/**
 * Serves on stdin and stdout until the client closes stdin. Calls `complain` for each line that is not a message of
 * the protocol.
 */
export async function serveStdio(context: ToolContext, complain: (line: string) => void): Promise<void> {
  const server = mcpServer(context);
  server.onerror = (error) =>
    complain(`mcp: ${error instanceof z.ZodError ? NO_MESSAGE : error.message.split("\n")[0]}`);
  const ended = new Promise<void>((end) => {
    process.stdin.once("end", end).once("close", end);
    server.onclose = end;
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
