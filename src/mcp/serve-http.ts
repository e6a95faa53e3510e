import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { mcpServer } from "./mcp-server.js";
import type { ToolContext } from "./tool.js";

/** Answers one call of the protocol over HTTP. There are no sessions: each call is independent. */
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
  const server = mcpServer(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
