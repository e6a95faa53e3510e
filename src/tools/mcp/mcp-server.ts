import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { sentence } from "../../core/scenario/values/issues.js";
import { paymentOperations } from "../../core/scenario/values/operations.js";
import { similar } from "../../core/scenario/values/similar.js";
import { isName } from "../../lane/ports/name.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../package/errors.js";
import { typed } from "../../package/typed.js";
import { version } from "../../package/version.js";
import { ControlRefusal, Unreachable } from "../library/control-client.js";
import { type MissingLane, madeNote, missingLane, oneOf, saidOf } from "../library/missing-lane.js";
import { ProtocolServer, WrongRequest } from "./protocol-server.js";
import { readResource, resources, resourceTemplates, similarResource } from "./resources.js";
import { checked, shortSchemaOf, type Tool, type ToolCall, type ToolContext, targetOf } from "./tool.js";
import { withToolNames } from "./tool-names.js";
import { callTool } from "./tools/call.js";
import { verifyTool, waitForTool } from "./tools/checks.js";
import { conformanceTool } from "./tools/conformance.js";
import { judgeTool } from "./tools/judge.js";
import {
  changeMerchantTool,
  clockTool,
  createLaneTool,
  dropLaneTool,
  forceOutcomeTool,
  listLanesTool,
  resetTool,
  rulesTool,
  snapshotsTool,
} from "./tools/lanes.js";
import { payOrderTool, resendTool } from "./tools/orders.js";
import { proveFixTool } from "./tools/prove-fix.js";
import { explainRequestTool, listNotificationsTool, listOrdersTool, listRequestsTool } from "./tools/requests.js";
import { listScenariosTool } from "./tools/scenarios.js";
import { searchDocsTool } from "./tools/search-docs.js";

/** Every tool, in the order in which a typical task uses them. */
const all: readonly Tool[] = [
  searchDocsTool,
  listScenariosTool,
  createLaneTool,
  callTool,
  forceOutcomeTool,
  rulesTool,
  payOrderTool,
  clockTool,
  waitForTool,
  resendTool,
  listNotificationsTool,
  listOrdersTool,
  listRequestsTool,
  explainRequestTool,
  verifyTool,
  snapshotsTool,
  changeMerchantTool,
  listLanesTool,
  resetTool,
  dropLaneTool,
  judgeTool,
  proveFixTool,
  conformanceTool,
];

/** True for a tool that runs a command of the agent's choice. */
export const runsCommands = (name: string): boolean =>
  all.some((tool) => tool.name === name && tool.runsCommands === true);

/** The tools for an agent. Those that run commands are included only if it may run commands. */
const toolsFor = ({ mayRun }: { readonly mayRun: boolean }): readonly Tool[] =>
  all.filter(({ runsCommands }) => mayRun || !runsCommands);

/** The server of the protocol. Its transport decides how messages are sent. */
export function mcpServer(context: ToolContext): Server {
  const server: Server = new ProtocolServer(
    { name: "payment-sandbox", title: "Payment sandbox", version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(context) },
  );
  const tools = toolsFor(context);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const token = _meta?.progressToken;
    const progress = (done: number, total: number, message: string): void => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: done, total, message };
      // Errors are ignored: a client that has disconnected needs no progress.
      sendNotification({ method: "notifications/progress", params }).catch(() => {});
    };
    return called(tools, params, context, { signal, progress });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources().map(({ file: _, ...rest }) => rest),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = readResource(uri, context.target.base);
    if (found) return { contents: [{ uri, mimeType: found.mimeType, text: found.text }] };
    throw new WrongRequest(
      `${sentence({ what: `there is no resource ${uri}`, ...similarResource(uri) })}; search_docs finds pages`,
    );
  });
  return server;
}

const described = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.about,
  inputSchema: shortSchemaOf(tool),
  // Each hint that is the protocol's default is left out. Nobody knows what a command of the agent's choice does.
  annotations: tool.runsCommands
    ? {}
    : {
        ...(tool.isReading ? { readOnlyHint: true } : !tool.isDestructive && { destructiveHint: false }),
        openWorldHint: false,
      },
});

/** How many tools of all clients may run commands at a time. Each already uses all cores. */
const COMMANDS_MAX = 2;
let commands = 0;

/** Runs a tool, unless it would be one too many that run commands. */
async function run(
  tool: Tool,
  given: unknown,
  context: ToolContext,
  call: ToolCall,
): Promise<string | readonly string[]> {
  const args = await checked(tool, given);
  if (!tool.runsCommands) return tool.run(args, context, call);
  if (commands >= COMMANDS_MAX)
    throw new InvalidInput(
      `${commands} tools run commands already, expected at most ${COMMANDS_MAX} at a time; call it again when one has ended`,
    );
  commands++;
  try {
    return await tool.run(args, context, call);
  } finally {
    commands--;
  }
}

/**
 * A mistake that the agent can fix is returned as an ordinary answer. An unknown tool is an error of the protocol,
 * because it is the client's mistake.
 */
async function called(
  tools: readonly Tool[],
  { name, arguments: given = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  context: ToolContext,
  call: ToolCall,
) {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    if (all.some((one) => one.name === name))
      throw new WrongRequest(`${name} is not offered over HTTP with a token; use \`${typed()} mcp\``);
    const names = tools.map((one) => one.name);
    const what = `there is no tool ${JSON.stringify(name)}`;
    const operation = paymentOperations.find((one) => one.split("/").includes(name.replaceAll("_", "-")));
    const meant = operation === undefined ? similar(name, names) : { fix: `use call with "operation": "${operation}"` };
    throw new WrongRequest(sentence({ what, expected: `one of ${names.join(", ")}`, ...meant }));
  }
  const newLane = await missingLaneOf(given.lane, context);
  const said = (...texts: readonly string[]) => texts.map((text) => ({ type: "text" as const, text }));
  // A question must not open a lane.
  if (newLane !== undefined && tool.isReading) {
    const told = { what: `there is no lane ${newLane.name}`, ...oneOf(newLane), fix: "create_lane makes a new one" };
    return { content: said(`${name}: ${saidOf(newLane, told)}`), isError: true };
  }
  const note = async () => (newLane === undefined ? [] : await madeNote(context.target, newLane));
  try {
    return { content: said(...[await run(tool, given, context, call)].flat(), ...(await note())) };
  } catch (error) {
    if (!isTold(error)) throw error;
    // A lane of another team is not listed, and its refusal names it.
    const notes = error instanceof ControlRefusal && error.status === 403 ? [] : await note();
    const { base } = targetOf(context, typeof given.lane === "string" ? given.lane : undefined);
    const lines = error instanceof InvalidInput ? error.lines : [error.message];
    const told = lines.map((line) => `${name}: ${withToolNames(line, base)}`).join("\n");
    return { content: said(told, ...notes), isError: true };
  }
}

/** The lane of a call, if it doesn't exist yet. What prevents that the list is read prevents the tool, too, and the tool says why. */
const missingLaneOf = async (lane: unknown, { target }: ToolContext): Promise<MissingLane | undefined> =>
  typeof lane === "string" && isName(lane) ? missingLane(target, lane).catch(() => undefined) : undefined;

const isTold = (error: unknown): error is Error =>
  error instanceof InvalidInput ||
  error instanceof CannotStart ||
  error instanceof CommandFailed ||
  error instanceof ControlRefusal ||
  error instanceof Unreachable;

const instructionsFor = ({ target: { base }, mayRun }: ToolContext): string => `\
A stand-in of a payment service runs at ${base} (unofficial, play money). It is the base_url of the shop's code: POST \
hosted-checkout/create, /query, /refund, /void and so on. create_lane makes an isolated world with a base_url of its own; every tool takes its name as \`lane\`, and else acts on the address's lane.
Merchant 3 is the demo merchant; in a shell \`${typed()} env --url ${base}\` (a lane: its url) prints the shop's variables, with the path of its private key. Other commands take \`--url\`, too, such as \`${typed()} why --url ${base}\`.
To try a failure: call force_outcome, let the shop make the call, and ask explain_request for the reasons.
${mayRun ? "To find out what a shop does wrong when things fail: judge, or conformance for named tests. " : ""}search_docs and the pages payment-sandbox://docs/… contain everything else.`;
