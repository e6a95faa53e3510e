import { afterAll, beforeAll } from "vitest";
import { type Client, clientOf } from "./client.js";
import { asked, testStore } from "./postgres.js";
import { type Controlled, control, startTestSandbox, type TestSandbox } from "./sandbox.js";

/** A node as a test sees it that keeps to one lane. */
interface NodeInLane {
  readonly url: string;
  readonly client: Client;
  control(method: string, path: string, body?: unknown): Promise<Controlled>;
}

let lanes = 0;

/** Two nodes on one store for the tests of a file, because a store and a node take longer to start than most tests. */
export function twoNodesOfFile() {
  const stack = new AsyncDisposableStack();
  let store: string;
  let nodes: readonly [TestSandbox, TestSandbox];
  beforeAll(async () => {
    store = await testStore();
    const start = async () => stack.use(await startTestSandbox({ store }));
    nodes = [await start(), await start()];
  });
  afterAll(() => stack.disposeAsync());
  const inLane = (node: TestSandbox, lane: string): NodeInLane => {
    const url = `${node.url}/lane/${lane}`;
    return { url, client: clientOf(url), control: (method, path, body) => control(url, method, path, body) };
  };
  return {
    /** Both nodes for one test, in a lane that no other test has. */
    ofTest: () => {
      const lane = `nodes-${++lanes}`;
      const [a, b] = nodes;
      return { lane, a: inLane(a, lane), b: inLane(b, lane), servers: [a.server, b.server] as const };
    },
    /** A third node. */
    another: () => startTestSandbox({ store }),
    /** The database below them. */
    database: () => asked(store),
  };
}
