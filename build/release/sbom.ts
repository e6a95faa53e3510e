import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Not bundled, and shipped all the same: the runtime dependency, and what the executable is made of. */
const beside = ["better-sqlite3", "node"];

interface Component {
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

/** The CycloneDX document of what ships: of all that npm knows only the packages whose code is in the bundle, or beside it. */
export function sbomOf(): string {
  const whole = JSON.parse(
    execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel=error"], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    }),
  );
  const { name } = JSON.parse(readFileSync("package.json", "utf8"));
  const notices = readFileSync("dist/THIRD-PARTY-NOTICES.txt", "utf8");
  const bundled = new Set(
    [...notices.matchAll(/^== (\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`),
  );
  const ships = ({ name, version }: Component): boolean => beside.includes(name) || bundled.has(`${name}@${version}`);
  const { dependencies: _, metadata, components, ...rest } = whole;
  return `${JSON.stringify(
    {
      ...rest,
      metadata: { ...metadata, component: { ...metadata.component, name } },
      components: (components as readonly Component[]).filter(ships).map(asShipped),
    },
    null,
    2,
  )}\n`;
}

/** npm calls a package optional that only our build asks for; here each is a part of what ships. */
const asShipped = ({ scope: _, properties: _of, ...component }: Component) => ({ ...component, scope: "required" });
