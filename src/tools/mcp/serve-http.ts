import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { mcpServer } from "./mcp-server.js";
import type { ToolContext } from "./tool.js";

/** What a client of the protocol must accept. */
const ACCEPTED = ["application/json", "text/event-stream"] as const;

/** The answer to a client that has gone. Nobody reads it. */
const GONE = 499;

/**
 * Answers one call of the protocol over HTTP. There are no sessions: each call is independent. If the client goes, its
 * call is cancelled, and a judged command ends.
 */
export async function answerHttp(request: Request, context: ToolContext): Promise<Response> {
  if (request.method !== "POST")
    return Response.json(
      {
        code: "wrong-method",
        message: `${request.method} is not supported here`,
        fix: "use POST: there are no sessions",
      },
      { status: 405, headers: { Allow: "POST" } },
    );
  const accept = request.headers.get("Accept") ?? "";
  if (!ACCEPTED.every((type) => accept.includes(type)))
    return Response.json(
      {
        code: "not-acceptable",
        message: `Accept is ${JSON.stringify(accept)}`,
        fix: `the protocol requires both: Accept: ${ACCEPTED.join(", ")}`,
      },
      { status: 406 },
    );
  const server = mcpServer(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const { signal } = request;
  const gone = Promise.withResolvers<Response>();
  const leave = () => gone.resolve(new Response(null, { status: GONE }));
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  try {
    return await Promise.race([transport.handleRequest(request), gone.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    // Aborts the call if it still runs.
    await server.close();
  }
}
