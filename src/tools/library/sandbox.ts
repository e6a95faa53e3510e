import { similar } from "../../core/scenario/values/similar.js";
import { demoPrivateKey, demoPublicKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { requireNode } from "../../package/node.js";
import { ControlClient } from "./control-client.js";
import { type AnswerRequest, fetchOfSandbox } from "./in-process.js";
import { checkedName, laneClient } from "./lane-client.js";
import { Lifetime } from "./stopped.js";
import type { Sandbox, SandboxOptions } from "./types.js";
import { checkArgument } from "./wrong-argument.js";

/**
 * Starts a sandbox inside this process. Resolves once it answers.
 *
 * ```ts
 * await using sandbox = await startSandbox();
 * const lane = await sandbox.lane("refunds");
 * await lane.force({ when: { operation: "hosted-checkout/refund" }, then: { outcome: "system-error" } });
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireNode();
  // Loaded on demand, so that importing the package is fast.
  const { server, target } = await (await import("./started.js")).startedServer(options);
  const lifetime = new Lifetime();
  const answer = lifetime.guard(server.fetch);
  return sandboxOf({
    ...{ url: server.url, lifetime, answer, stop: server.stop },
    api: new ControlClient({ ...target, fetch: answer }),
    opened: async (name, seed) =>
      (seed === undefined ? await server.lanes.ready(name) : await server.lanes.create(name, seed)).baseUrl,
  });
}

/** How a sandbox is reached and ended. */
interface SandboxParts {
  readonly url: string;
  readonly lifetime: Lifetime;
  readonly answer: AnswerRequest;
  readonly api: ControlClient;
  /** Opens a lane, and resets it if there is a seed. Resolves with its base_url. */
  readonly opened: (name: string, seed: number | undefined) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * A sandbox as tests use it.
 *
 * @internal
 */
export function sandboxOf({ url, lifetime, answer, api, opened, stop }: SandboxParts): Sandbox {
  const end = () => lifetime.end(stop);
  return {
    url,
    lane: async (name = "default", options = {}) => {
      lifetime.check();
      checkedName(name);
      return laneClient(name, await opened(name, seedIn(options)), api.ofLane(name), answer);
    },
    fetch: fetchOfSandbox(answer),
    keys: { privateKey: demoPrivateKey(), publicKey: demoPublicKey() },
    notificationPublicKey: async () => (await api.call("GET /keys", {})).notificationPublicKey,
    stop: end,
    [Symbol.asyncDispose]: end,
  };
}

/** The seed in a lane's options. Throws if they have another member. */
function seedIn(options: { readonly seed?: number | undefined }): number | undefined {
  checkArgument(
    typeof options === "object" && options !== null,
    "sandbox.lane",
    "options such as { seed: 7 }",
    options,
  );
  const { seed, ...unknown } = options;
  const [member] = Object.keys(unknown);
  if (member === undefined) {
    checkArgument(seed === undefined || Number.isInteger(seed), "sandbox.lane: seed", "a whole number", seed);
    return seed;
  }
  const { didYouMean } = similar(member, ["seed"]);
  const hint = didYouMean === undefined ? "expected seed" : `did you mean ${didYouMean}?`;
  throw new InvalidInput(`sandbox.lane: unknown member ${member}, ${hint}`);
}
