import "./dist.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { packagePath } from "../../src/package/files.js";

/** What a tool said. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
  /** The text, read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  json(): any;
}

/** An agent's client, with a server process of its own. */
export interface Agent extends AsyncDisposable {
  readonly client: Client;
  tool(name: string, args?: Record<string, unknown>): Promise<Said>;
}

/** Starts the built `mcp` as an agent's client does: a process, with which it talks on stdin and stdout. */
export async function startAgent(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Agent> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [packagePath("bin/payment-sandbox.js"), "mcp", ...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    client,
    tool: async (name, args = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const parts = (content as { text: string }[]).map(({ text }) => text);
      return { text: parts.join("\n"), isError: isError === true, json: () => JSON.parse(parts[0]!) };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
