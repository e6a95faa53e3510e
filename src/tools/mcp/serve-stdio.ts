import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { mcpServer } from "./mcp-server.js";
import type { ToolContext } from "./tool.js";

/**
 * Serves on stdin and stdout until the client closes stdin. Calls `complain` for each line that is not a message of
 * the protocol.
 */
export async function serveStdio(context: ToolContext, complain: (line: string) => void): Promise<void> {
  const server = mcpServer(context);
  server.onerror = (error) => complain(`mcp: ${error.message.split("\n")[0]}`);
  const ended = new Promise<void>((end) => {
    process.stdin.once("end", end).once("close", end);
    server.onclose = end;
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
