import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A language with a kit: how its test is run in a folder, and what this machine lacks for it. */
export interface Kit {
  readonly name: string;
  readonly folder: string;
  /** Commands that end well if the kit's tests pass; `scratch` is an empty folder. */
  readonly commands: (scratch: string) => readonly (readonly string[])[];
  /** Undefined where everything is here. */
  readonly lacks: string | undefined;
}

const works = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

// An own Python may stand before Debian's, which has Debian's pytest.
const python = ["python3", "/usr/bin/python3"].find((command) => works(command, "-m", "pytest", "--version"));

const javaFolder = "/usr/share/java";
const jars = [
  "junit-platform-console",
  "junit-platform-launcher",
  "junit-platform-engine",
  "junit-platform-commons",
  "junit-platform-reporting",
  "junit-jupiter-api",
  "junit-jupiter-engine",
  "junit-jupiter-params",
  "opentest4j",
  "apiguardian-api",
  "picocli",
  "univocity-parsers",
].map((name) => join(javaFolder, `${name}.jar`));
const hasJava = works("javac", "--version") && jars.every((jar) => existsSync(jar));

export const kits: readonly Kit[] = [
  {
    name: "Python",
    folder: "kits/python",
    commands: (scratch) => [[python!, "-m", "pytest", "-q", "-o", `cache_dir=${scratch}`]],
    lacks: python ? undefined : "python3 with pytest (Debian: python3-pytest)",
  },
  {
    name: "PHP",
    folder: "kits/php",
    commands: () => [["phpunit", "--no-configuration", "--do-not-cache-result", "KitTest.php"]],
    lacks: works("phpunit", "--version") ? undefined : "phpunit (Debian: phpunit)",
  },
  {
    name: "Java",
    folder: "kits/java",
    commands: (scratch) => [
      [
        "javac",
        "-encoding",
        "UTF-8",
        "-cp",
        jars.join(":"),
        "-d",
        scratch,
        "paymentsandbox/PaymentSandbox.java",
        "paymentsandbox/Json.java",
        "KitTest.java",
      ],
      [
        "java",
        "-cp",
        [scratch, ...jars].join(":"),
        "org.junit.platform.console.ConsoleLauncher",
        "--select-class",
        "KitTest",
        "--fail-if-no-tests",
        "--disable-banner",
      ],
    ],
    lacks: hasJava ? undefined : "a JDK 17 with JUnit 5 (Debian: default-jdk-headless, junit5)",
  },
];
