import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { bodyLimit } from "../../../../src/server/control-api/http/body-limit.js";

const PIECE = new Uint8Array(100_000).fill(32);

/** Sends pieces as fast as they are read; tells how many were. */
async function sent(pieces: number, declaresLength: boolean) {
  const app = new Hono();
  app.use(bodyLimit);
  app.post("/", async (c) => c.text(String((await c.req.text()).length)));
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (pulled === pieces) return controller.close();
        pulled++;
        controller.enqueue(PIECE);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = declaresLength ? { "Content-Length": String(pieces * PIECE.length) } : undefined;
  const answer = await app.request("/", { method: "POST", body, duplex: "half", headers } as RequestInit);
  const { status } = answer;
  return { status, connection: answer.headers.get("Connection"), text: await answer.text(), pulled };
}

describe.each([true, false])("a body that declares its length: %s", (declaresLength) => {
  it("of 1 MB at most is read", async () => {
    expect(await sent(10, declaresLength)).toMatchObject({ status: 200, text: "1000000", connection: null });
  });

  it("of 10 MB is answered when all of it has come, and ends its connection", async () => {
    const answer = await sent(100, declaresLength);
    expect(answer).toMatchObject({ status: 413, connection: "close", pulled: 100 });
    expect(JSON.parse(answer.text)).toMatchObject({ code: "body-too-large" });
  });

  it("that never ends is cut", async () => {
    const { status, pulled } = await sent(1000, declaresLength);
    expect(status).toBe(413);
    expect(pulled).toBeLessThan(400);
  });
});
