import "../../support/dist.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { sbomOf } from "../../../build/release/sbom.js";
import { packageText } from "../../../src/package/files.js";

/** What CycloneDX 1.5 asks of a document, as far as this one has it. */
const componentSchema = z.object({
  type: z.literal("library"),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().regex(/^pkg:npm\//),
  "bom-ref": z.string().min(1),
});
const bomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string().regex(/^1\.\d$/),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  version: z.int().min(1),
  metadata: z.object({ timestamp: z.iso.datetime(), component: componentSchema }),
  components: z.array(componentSchema),
});

describe("the SBOM", () => {
  it("names what ships, and nothing that only builds or tests", () => {
    const { components, metadata } = bomSchema.parse(JSON.parse(sbomOf()));
    const notices = packageText("dist/THIRD-PARTY-NOTICES.txt");
    const bundled = [...notices.matchAll(/^== (\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
    const named = components.map(({ name, version }) => `${name}@${version}`);
    const beside = named.filter((one) => /^(better-sqlite3|node)@/.test(one));
    expect(beside).toHaveLength(2);
    // A package of which two versions are bundled is there twice.
    expect(named.sort()).toEqual([...new Set([...bundled, ...beside])].sort());
    expect(bundled).toContainEqual(expect.stringMatching(/^hono@/));
    expect(metadata.component).toMatchObject({
      name: "payment-sandbox",
      purl: expect.stringContaining("payment-sandbox@"),
    });
    expect(new Set(components.map((one) => one["bom-ref"])).size).toBe(components.length);
  });
});
