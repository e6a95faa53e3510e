import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A language that merchants write in, and whether this machine can run it. */
export interface Language {
  readonly name: string;
  readonly shop: readonly string[];
  readonly sign: readonly string[];
  readonly verify: readonly string[];
  /** A notification endpoint on a port. */
  readonly endpoint?: (port: number) => readonly string[];
  readonly isHere: boolean;
}

export const has = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const node = process.execPath;
/** Without what only long programs gain from: half of the CPU time. */
const quickStart = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const java = ["java", ...quickStart];

/** `java Sign.java` compiles at each run, for a second of CPU. The snippets' test compiles them once, into this folder. */
export const javaClasses = join(tmpdir(), `payment-sandbox-snippets-${process.pid}`);
export const compileJava: readonly string[] = [
  ...["javac", ...quickStart.map((option) => `-J${option}`), "-encoding", "UTF-8", "-d", javaClasses],
  ...["Sign", "Verify", "Endpoint"].map((name) => `examples/snippets/${name}.java`),
];

export const languages: readonly Language[] = [
  {
    name: "Node",
    shop: [node, "examples/shop.mjs"],
    sign: [node, "examples/snippets/sign.mjs"],
    verify: [node, "examples/snippets/verify.mjs"],
    endpoint: (port) => [node, "examples/snippets/endpoint.mjs", String(port)],
    isHere: true,
  },
  {
    name: "PHP",
    shop: ["php", "examples/shop.php"],
    sign: ["php", "examples/snippets/sign.php"],
    verify: ["php", "examples/snippets/verify.php"],
    endpoint: (port) => ["php", "-S", `127.0.0.1:${port}`, "examples/snippets/endpoint.php"],
    isHere: has("php", "-r", "exit(extension_loaded('openssl') ? 0 : 1);"),
  },
  {
    name: "Python",
    shop: ["python3", "examples/shop.py"],
    sign: ["python3", "examples/snippets/sign.py"],
    verify: ["python3", "examples/snippets/verify.py"],
    endpoint: (port) => ["python3", "examples/snippets/endpoint.py", String(port)],
    isHere: has("python3", "--version") && has("openssl", "version"),
  },
  {
    name: "Java",
    shop: [...java, "examples/Shop.java"],
    sign: [...java, "-cp", javaClasses, "Sign"],
    verify: [...java, "-cp", javaClasses, "Verify"],
    endpoint: (port) => [...java, "-cp", javaClasses, "Endpoint", String(port)],
    isHere: has("java", "--version"),
  },
];
