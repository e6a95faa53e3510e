import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A language with a kit: how its test is run in a folder, and what this machine lacks for it. */
export interface Kit {
  readonly name: string;
  readonly folder: string;
  /** Builds the kit and its tests in `scratch`, an empty folder. */
  readonly build?: (scratch: string) => readonly string[];
  /** Ends well if the kit's tests pass, or this one of them. */
  readonly test: (scratch: string, only?: string) => readonly string[];
  /** Its test of an order that is created, paid and queried. */
  readonly orderTest: string;
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
/** What runs for two seconds is not worth the second compiler of the JVM. */
const quickStart = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const hasJava = works("javac", "--version") && jars.every((jar) => existsSync(jar));

export const kits: readonly Kit[] = [
  {
    name: "Python",
    folder: "kits/python",
    test: (scratch, only) => [
      ...[python!, "-m", "pytest", "-q", "-o", `cache_dir=${scratch}`],
      ...(only === undefined ? [] : ["-k", only]),
    ],
    orderTest: "test_an_order_is_created_paid_and_queried",
    lacks: python ? undefined : "python3 with pytest (Debian: python3-pytest)",
  },
  {
    name: "PHP",
    folder: "kits/php",
    test: (_, only) => [
      ...["phpunit", "--no-configuration", "--do-not-cache-result"],
      ...(only === undefined ? [] : ["--filter", only]),
      "KitTest.php",
    ],
    orderTest: "testAnOrderIsCreatedPaidAndQueried",
    lacks: works("phpunit", "--version") ? undefined : "phpunit (Debian: phpunit)",
  },
  {
    name: "Java",
    folder: "kits/java",
    build: (scratch) => [
      ...[
        "javac",
        ...quickStart.map((option) => `-J${option}`),
        // Debian's jars name others that are not there.
        "-Xlint:all,-path",
        "-Werror",
        "-encoding",
        "UTF-8",
        "-cp",
        jars.join(":"),
        "-d",
        scratch,
      ],
      ...["paymentsandbox/PaymentSandbox.java", "paymentsandbox/Json.java", "KitTest.java"],
    ],
    test: (scratch, only) => [
      ...["java", ...quickStart, "-cp", [scratch, ...jars].join(":")],
      ...["org.junit.platform.console.ConsoleLauncher", "--fail-if-no-tests", "--disable-banner"],
      ...(only === undefined ? ["--select-class", "KitTest"] : ["--select-method", only]),
    ],
    orderTest: "KitTest#anOrderIsCreatedPaidAndQueried(paymentsandbox.PaymentSandbox$Lane)",
    lacks: hasJava ? undefined : "a JDK 17 with JUnit 5 (Debian: default-jdk-headless, junit5)",
  },
];
