/** The executables that there could be. */
export const targets = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"] as const;
export type Target = (typeof targets)[number];

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Whether its C library is musl. */
  readonly isMusl: boolean;
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  isMusl:
    process.platform === "linux" &&
    (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime ===
      undefined,
});

/** Why this machine cannot make a target, in one line; undefined where it can. */
export function whyNot(target: string, { platform, arch, isMusl }: Machine): string | undefined {
  if (!(targets as readonly string[]).includes(target))
    return `there is no target ${JSON.stringify(target)}, expected one of ${targets.join(", ")}`;
  if (target !== "linux-x64")
    return `${target} is not made: nobody has tried it. It needs Node.js of that platform${target.startsWith("darwin") ? ", and Apple's code signing" : ""}; linux-x64 is made`;
  if (`${platform}-${arch}` !== target || isMusl)
    return `${target} is made on Linux x64 with glibc, this is ${platform} ${arch}${isMusl ? " with musl" : ""}`;
  return undefined;
}
