import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { fromRegistry } from "../../support/from-registry.js";
import { ofFile } from "../../support/of-file.js";

const sandbox = ofFile(await startSandbox());

const QUERY = "https://pay.invalid/v1/hosted-checkout/query";
const init = { method: "POST", body: "{}" } as const;

/** Undici 8 keeps its dispatcher elsewhere than earlier versions do, and replaces theirs too. */
it.each(["6.29.1", "8.13.1"])(
  "undici %s is intercepted, loaded meanwhile or before, and let go again",
  async (version) => {
    const own = (): typeof import("undici") => createRequire(import.meta.url)(fromRegistry("undici", version));
    for (const when of ["meanwhile", "before"]) {
      const lane = await sandbox.lane(`undici-${version.replaceAll(".", "-")}-${when}`);
      const off = lane.intercept("https://pay.invalid/v1");
      const { request, fetch } = own();
      const asked = await request(QUERY, init);
      expect(await asked.body.json(), when).toHaveProperty("responseCode");
      const fetched = await fetch(QUERY, init);
      expect([fetched.headers.get("content-type"), await fetched.json()]).toEqual([
        expect.stringContaining("application/json"),
        expect.objectContaining({ responseCode: expect.any(String) }),
      ]);
      await (await request(`${lane.url}/hosted-checkout/query`, init)).body.dump();
      expect(await lane.requests()).toHaveLength(3);
      off[Symbol.dispose]();
      await expect(request(QUERY, init), when).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
    }
  },
);
