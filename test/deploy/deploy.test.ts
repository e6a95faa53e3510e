import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { packagePath, packageText } from "../../src/package/files.js";
import { chosenByEnvironment, unknownVariables } from "../../src/server/options/environment.js";
import { readConfig } from "../../src/server/options/file.js";
import { testFolder } from "../support/sandbox.js";

// biome-ignore lint/suspicious/noExplicitAny: the schemas say which members there are.
type Manifest = any;

const files = readdirSync(packagePath("deploy"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml") || file.endsWith(".yml"))
  .map((file) => `deploy/${file.replaceAll("\\", "/")}`)
  .sort();
const manifest = (name: string): Manifest => parse(packageText(`deploy/${name}.yaml`));
const deployment = manifest("kubernetes/deployment");
const [container] = deployment.spec.template.spec.containers;
const environment = new Map<string, Manifest>(container.env.map((one: Manifest) => [one.name, one]));
const secret = manifest("secret.example");

it.each(files)("%s is YAML without a warning", (file) => {
  const { errors, warnings } = parseDocument(packageText(file), { merge: true });
  expect([...errors, ...warnings]).toEqual([]);
});

describe("the nodes on Kubernetes", () => {
  it("are three, and found by the Service, the budget and the monitor", () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.replicas).toBe(3);
    expect([
      deployment.spec.selector.matchLabels,
      manifest("kubernetes/service").spec.selector,
      manifest("kubernetes/pod-disruption-budget").spec.selector.matchLabels,
    ]).toEqual([labels, labels, labels]);
    expect(manifest("kubernetes/service-monitor").spec.selector.matchLabels).toEqual(
      manifest("kubernetes/service").metadata.labels,
    );
  });

  it("are probed where they answer any Host, on a port that the container names", () => {
    const probes = ["startupProbe", "readinessProbe", "livenessProbe"].map((name) => container[name].httpGet);
    expect(probes).toEqual(["/readyz", "/readyz", "/livez"].map((path) => ({ path, port: "http" })));
    expect(container.ports).toEqual([{ name: "http", containerPort: 4655 }]);
    expect(manifest("kubernetes/service").spec.ports[0].targetPort).toBe("http");
  });

  it("have time to drain before they are killed", () => {
    const { PAYMENT_SANDBOX_SHUTDOWN_GRACE: grace } = valuesOf(environment);
    const seconds = container.lifecycle.preStop.sleep.seconds + Number.parseInt(grace!, 10);
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds);
  });

  it("find the files that the store's URL names", () => {
    const [{ secret: mounted }] = deployment.spec.template.spec.volumes;
    const [{ mountPath }] = container.volumeMounts;
    const { searchParams } = new URL(secret.stringData["store-url"].replace("<the host>", "db.test"));
    expect(mounted.items.map(({ path }: Manifest) => `${mountPath}/${path}`)).toEqual(
      expect.arrayContaining([searchParams.get("sslrootcert"), searchParams.get("passwordfile")]),
    );
  });

  it("can be drained while none of them is ready", () => {
    expect(manifest("kubernetes/pod-disruption-budget").spec.unhealthyPodEvictionPolicy).toBe("AlwaysAllow");
  });

  it("take variables that exist, with values that fit", async () => {
    const values = valuesOf(environment);
    expect(await unknownVariables(values)).toEqual([]);
    expect(chosenByEnvironment(values)).toMatchObject({ baseUrl: "https://payment-sandbox.example.com" });
  });

  it("and the monitor take from the Secret only keys that the example has", () => {
    const keys = Object.keys(secret.stringData);
    const asked = [...environment.values()].flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    const [endpoint] = manifest("kubernetes/service-monitor").spec.endpoints;
    const [{ secret: mounted }] = deployment.spec.template.spec.volumes;
    expect(new Set([...asked, endpoint.authorization.credentials].map(({ name }) => name))).toEqual(
      new Set([secret.metadata.name]),
    );
    expect(mounted.secretName).toBe(secret.metadata.name);
    expect(new Set([...asked, endpoint.authorization.credentials, ...mounted.items].map(({ key }) => key))).toEqual(
      new Set(keys),
    );
  });
});

describe("the Secret's example", () => {
  const folder = testFolder();
  afterAll(() => folder[Symbol.dispose]());
  const configFile = "payment-sandbox.config.yaml";
  const tokensFile = "admin-tokens.yaml";
  const written = (tokens: string): string => {
    writeFileSync(join(folder.path, tokensFile), tokens);
    writeFileSync(join(folder.path, configFile), secret.stringData[configFile]);
    return join(folder.path, configFile);
  };
  const text: string = secret.stringData[tokensFile];

  it("is a config file as soon as its tokens are filled in, and is mounted by its name", async () => {
    const { settings } = await readConfig(written(text.replace(/<[^>]+>/g, (found) => found.replace(/\W/g, ""))));
    expect(settings.adminTokens?.map(({ name, lanes }) => [name, lanes])).toEqual([
      ["team-a", "team-a-*"],
      ["team-b", "team-b-*"],
    ]);
    const [{ mountPath }] = container.volumeMounts;
    expect(environment.get("PAYMENT_SANDBOX_CONFIG").value).toBe(`${mountPath}/${configFile}`);
  });

  it("starts no node while a token is left as it is", async () => {
    await expect(readConfig(written(text))).rejects.toThrow("a token of visible ASCII characters");
  });
});

describe("the compose file", () => {
  const { services } = parse(packageText("deploy/docker-compose.yml"), { merge: true });
  const nodes = ["node-a", "node-b", "node-c"];
  const nginx = packageText("deploy/nginx.conf");

  it("has three nodes on one healthy PostgreSQL, behind an nginx that knows each", () => {
    const inUpstream = (setting: string) =>
      [...nginx.matchAll(/server (\S+):4655 (\S+);/g)].flatMap(([, name, own]) => (own === setting ? [name] : []));
    // A fault must not take a node out for other lanes.
    expect(inUpstream("max_fails=0")).toEqual(nodes);
    expect(inUpstream("fail_timeout=1s")).toEqual(nodes);
    for (const node of nodes) {
      expect(services[node].depends_on).toEqual({ database: { condition: "service_healthy" } });
      expect(services[node].environment.PAYMENT_SANDBOX_STORE).toContain("@database:5432/");
      expect(services.balancer.depends_on[node]).toEqual({ condition: "service_healthy" });
    }
  });

  it.each([
    ["/lane/a/hosted-checkout/create", "a"],
    ["/lane/team-a.1_x", "team-a.1_x"],
    ["/hosted-checkout/create", "default"],
    ["/lanes/a", "default"],
    ["/x/lane/a", "default"],
  ])("keeps %s on the node of lane %s", (path, lane) => {
    const pattern = /"~(\^\/lane\/.+)" \$name;/.exec(nginx)![1]!;
    expect(new RegExp(pattern).exec(path)?.groups?.name ?? "default").toBe(lane);
    expect(nginx).toContain("hash $lane consistent;");
  });
});

const valuesOf = (all: ReadonlyMap<string, Manifest>): Record<string, string> =>
  Object.fromEntries([...all].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
