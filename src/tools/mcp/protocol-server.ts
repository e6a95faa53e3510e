import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { Protocol } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { objections, sentence } from "../../core/scenario/values/issues.js";

/** An error of the protocol: the client's request has a mistake. McpError would put its code before each message, and the client once more. */
export class WrongRequest extends Error {
  readonly code = ErrorCode.InvalidParams;
}

type Request = z.ZodObject<{ readonly method: z.ZodLiteral<string> }>;

/**
 * A server that says in one line what is wrong with a request. The SDK's own check answers with an internal error (-32603) and its
 * list of issues.
 */
export class ProtocolServer extends Server {
  // Not a field: Server's constructor calls it for `initialize`.
  override setRequestHandler(schema: unknown, handler: (request: never, extra: never) => unknown): void {
    const request = schema as Request;
    const method = request.shape.method.value;
    const anyParams = z.looseObject({ method: z.literal(method) });
    const checked = (given: unknown, extra: unknown) => {
      const read = request.safeParse(given);
      if (read.success) return handler(read.data as never, extra as never);
      const faults = objections(read.error.issues, given, {});
      throw new WrongRequest(faults.map((fault) => `${method}: ${sentence(fault)}`).join("\n"));
    };
    Protocol.prototype.setRequestHandler.call(this, anyParams as never, checked as never);
  }
}
