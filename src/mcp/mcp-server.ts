import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { Refused, Unreachable } from "../library/control-client.js";
import { InvalidInput } from "../package/errors.js";
import { version } from "../package/version.js";
import { CommandNotRun } from "../runs/child-process.js";
import { sentence, similar } from "../scenario/issues.js";
import { readResource, resources } from "./resources.js";
import { checked, inputSchemaOf, type ToolContext } from "./tool.js";
import { tools } from "./tools.js";

/** The server of the protocol; what it is connected to decides where its messages go. */
export function mcpServer(context: ToolContext): Server {
  const server = new Server(
    { name: "payment-sandbox", title: "Payment sandbox", version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(context) },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const token = _meta?.progressToken;
    const progress = (done: number, total: number, message: string): void => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: done, total, message };
      // A client that has gone needs no progress.
      sendNotification({ method: "notifications/progress", params }).catch(() => {});
    };
    return called(params, context, { signal, progress });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources().map(({ file: _, ...rest }) => rest),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = readResource(uri);
    if (found) return { contents: [{ uri, mimeType: found.mimeType, text: found.text }] };
    const guess = similar(
      uri,
      resources().map((one) => one.uri),
    );
    throw new McpError(ErrorCode.InvalidParams, sentence({ what: `there is no resource ${uri}`, ...guess }));
  });
  return server;
}

const described = (tool: (typeof tools)[number]) => ({
  name: tool.name,
  title: tool.title,
  description: tool.about,
  inputSchema: inputSchemaOf(tool),
  annotations: { title: tool.title, readOnlyHint: tool.isReading, destructiveHint: false, openWorldHint: false },
});

/** What the agent can mend is an answer that says so; a tool that does not exist is the client's fault. */
async function called(
  { name, arguments: given = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  context: ToolContext,
  call: Parameters<(typeof tools)[number]["run"]>[2],
) {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name);
    const what = `there is no tool ${JSON.stringify(name)}`;
    throw new McpError(
      ErrorCode.InvalidParams,
      sentence({ what, expected: `one of ${names.join(", ")}`, ...similar(name, names) }),
    );
  }
  try {
    return { content: [{ type: "text" as const, text: await tool.run(await checked(tool, given), context, call) }] };
  } catch (error) {
    if (!isTold(error)) throw error;
    return { content: [{ type: "text" as const, text: error.message }], isError: true };
  }
}

const isTold = (error: unknown): error is Error =>
  error instanceof InvalidInput ||
  error instanceof Refused ||
  error instanceof Unreachable ||
  error instanceof CommandNotRun;

const instructionsFor = ({ target: { base } }: ToolContext): string => `\
A stand-in of a payment service runs at ${base} (unofficial, play money). It is the base_url of the shop's code: POST \
hosted-checkout/create, /query, /refund, /void and so on. create_lane makes an isolated world with a base_url of its own.
Merchant 3 is the demo merchant; \`payment-sandbox keys\` tells where its private key lies, \`payment-sandbox sign\` signs.
To try a failure: force_outcome, let the shop make the call, then explain_request says why it went so.
To find what a shop does wrong when things fail: judge. The pages payment-sandbox://docs/… tell the rest.`;
