import { matchesGlob } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { packageText } from "../../src/package/files.js";
import { addConformance } from "../../src/tools/cli/runs/conformance.js";
import { blocks, placeOf } from "../docs/blocks.js";

// Neither an Actions runner nor a Docker engine is to be had here, so these files are linted (checks/files.test.ts) and not run.
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

  it("has a conformance step that a workflow uses with inputs that it takes", () => {
    const { inputs, runs } = parse(packageText("examples/ci/github/action.yml"));
    const { steps } = parse(packageText("examples/ci/github-workflow.yml")).jobs.conformance;
    const given = steps.at(-1).with;
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(runs.using).toBe("composite");
    for (const step of runs.steps) expect(step.run === undefined || step.shell === "bash").toBe(true);
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

  it("has a Dockerfile that runs as no root and is watched by readyz", () => {
    const text = packageText("examples/Dockerfile");
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK .*"payment-sandbox", "readyz"/m);
  });

  it("has a compose file whose services are healthy before the shop starts", () => {
    const { services } = parse(packageText("examples/docker-compose.yml"));
    expect(services.shop.depends_on).toEqual({ "payment-sandbox": { condition: "service_healthy" } });
  });
});

describe("the jobs keep each report that they write", () => {
  const example = "examples/github-actions.yml";
  const jobs = [
    [example, packageText(example)] as const,
    ...blocks.filter(({ language }) => language === "yaml").map((block) => [placeOf(block), block.text] as const),
  ].filter(([, text]) => text.includes("--report "));

  it.each(jobs)("%s", (_, job) => {
    const text = job.replaceAll(/\$\{\{.*?\}\}|\$\w+/g, "1");
    const [artifacts = ""] = /(upload-artifact|\bartifacts:)[\s\S]*/.exec(text) ?? [];
    const kept = artifacts.split(/[\s[\],]+/);
    const written = [...text.matchAll(/--report \w+=(\S+)/g)].map(([, file]) => file!);
    expect(written.filter((file) => !kept.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
  });
});
