import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";

/** A built file, by its absolute path. */
interface Output {
  readonly exports: readonly string[];
  /** What Node loads with it. */
  readonly imports: readonly string[];
  readonly entryPoint: string | undefined;
}

type Outputs = ReadonlyMap<string, Output>;

/** Sources by when they are loaded. */
interface Gathered {
  /** What `start` loads late, and always. */
  readonly late: readonly string[];
  /** Commands that must not load the server. */
  readonly light: readonly string[];
  /** Commands that talk to a running sandbox, without a server of their own. */
  readonly client: readonly string[];
}

/** One file in the place of many. */
interface Group {
  readonly file: string;
  readonly members: ReadonlySet<string>;
}

/**
 * Puts the chunks that the command line loads into `boot.js`, and those that the `late` sources load besides into
 * `core.js`; all other files then import from these two. Node spends more on finding and linking some seventy small files
 * than on running them. What the `light` sources load of both is in `light.js`, and what the `client` sources load besides in
 * `client.js`, so that they don't load the server: a third of their time.
 *
 * An export is named for its chunk, hash and all. So a sandbox that runs while it is built anew either finds a late file
 * that fits what it has loaded, or none.
 */
export async function gather(folder: string, metafile: Metafile, { late, light, client }: Gathered): Promise<void> {
  const outputs = outputsOf(metafile);
  const main = entryOf(outputs, "src/tools/cli/main.ts");
  const boot = closure(outputs, [main]);
  boot.delete(main);
  const lateEntries = late.map((source) => entryOf(outputs, source));
  const core = closure(outputs, lateEntries);
  for (const path of boot) core.delete(path);
  /** What some entries load besides `boot` and the groups before. `core` leaves it to them. */
  const taken = new Set(boot);
  const besides = (sources: readonly string[]): ReadonlySet<string> => {
    const entries = sources.map((source) => entryOf(outputs, source));
    const own = [...closure(outputs, entries)].filter((path) => !taken.has(path) && !entries.includes(path));
    for (const path of own) {
      taken.add(path);
      core.delete(path);
    }
    return new Set(own);
  };
  const ofLight = besides(light);
  const ofClient = besides(client);
  const groups: readonly Group[] = [
    { file: resolve(folder, "boot.js"), members: boot },
    { file: resolve(folder, "light.js"), members: ofLight },
    { file: resolve(folder, "client.js"), members: ofClient },
    { file: resolve(folder, "core.js"), members: core },
  ];
  for (const group of groups) await writeGroup(group, groups, outputs);
  const grouped = new Set(groups.flatMap(({ members }) => [...members]));
  const isAsked = ([path, { imports, entryPoint }]: readonly [string, Output]): boolean =>
    grouped.has(path) ? entryPoint !== undefined : imports.some((imported) => grouped.has(imported));
  const toWrite = [...outputs].filter(isAsked).map(([path]) => path);
  await build({
    ...bundleOptions,
    // These have it already.
    banner: {},
    absWorkingDir: resolve(folder),
    entryPoints: toWrite.map((path) => ({ in: path, out: relative(folder, path).replace(/\.js$/, "") })),
    outdir: resolve(folder),
    allowOverwrite: true,
    plugins: [members(groups, outputs)],
  });
  for (const path of grouped) if (outputs.get(path)!.entryPoint === undefined) rmSync(path);
}

async function writeGroup(group: Group, groups: readonly Group[], outputs: Outputs): Promise<void> {
  const lines = [...group.members].map((path) => {
    const names = outputs.get(path)!.exports.map((name) => `${name} as ${exportedName(name, path)}`);
    return `export { ${names.join(", ")} } from ${JSON.stringify(path)};`;
  });
  await build({
    ...bundleOptions,
    absWorkingDir: dirname(group.file),
    stdin: { contents: lines.join("\n"), resolveDir: dirname(group.file) },
    outfile: group.file,
    plugins: [members(groups, outputs, group)],
  });
}

/**
 * One character beyond Latin-1, such as a dash in a comment, makes V8 keep the whole file with two bytes a character. A
 * start then takes 20 million instructions more, a twentieth. In strings the bundler escapes such characters.
 */
const COMMENT_BEYOND_ASCII = /^\s*\/\/.*\P{ASCII}.*$/gmu;

/** `DBTFZXYH` of `chunk-DBTFZXYH.js` is the hash of all that it says and imports. */
const exportedName = (name: string, path: string): string => `${name}$${/-([A-Z0-9]+)\.js$/.exec(path)![1]}`;

/** Takes in the members of `own`, finds those of other groups in their group's file, and leaves other files outside. */
const members = (groups: readonly Group[], outputs: Outputs, own?: Group): Plugin => ({
  name: "members",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, kind, importer, resolveDir, namespace }) => {
      if (namespace === "group") return { path, external: true };
      const isEntry = kind === "entry-point";
      if (!isEntry && !path.startsWith(".") && !isAbsolute(path)) return { path, external: true };
      const found = resolve(resolveDir, path);
      const folder = dirname(isEntry ? found : importer === "<stdin>" ? own!.file : importer);
      const group = kind === "dynamic-import" ? undefined : groups.find((each) => each.members.has(found));
      if (group === undefined) return isEntry ? { path: found } : { path: from(folder, found), external: true };
      if (group === own) return { path: found };
      // One module for each folder that it is seen from.
      return { path: basename(found), namespace: "group", suffix: `?${from(folder, group.file)}`, pluginData: found };
    });
    build.onLoad({ filter: /.*/, namespace: "group" }, ({ suffix, pluginData: path }) => {
      const names = outputs.get(path)!.exports.map((name) => `${exportedName(name, path)} as ${name}`);
      return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(suffix.slice(1))};` };
    });
    build.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
      const text = readFileSync(path, "utf8").replace(COMMENT_BEYOND_ASCII, "");
      return { contents: own === undefined ? text : text.replace(`${bundleOptions.banner!.js}\n`, "") };
    });
  },
});

const from = (folder: string, file: string): string => {
  const path = relative(folder, file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
};

function outputsOf({ outputs }: Metafile): Outputs {
  const built = Object.entries(outputs).map(([path, { exports, imports, entryPoint }]) => {
    const loaded = imports.filter(({ kind, external }) => kind === "import-statement" && external !== true);
    return [resolve(path), { exports, imports: loaded.map((each) => resolve(each.path)), entryPoint }] as const;
  });
  return new Map(built);
}

function entryOf(outputs: Outputs, source: string): string {
  for (const [path, { entryPoint }] of outputs) if (entryPoint === source) return path;
  throw new Error(`expected ${source} to be built to a file of its own`);
}

function closure(outputs: Outputs, paths: readonly string[], seen = new Set<string>()): Set<string> {
  for (const path of paths) if (!seen.has(path)) closure(outputs, outputs.get(path)!.imports, seen.add(path));
  return seen;
}
