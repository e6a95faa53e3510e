import { createPublicKey } from "node:crypto";
import { type Command, Option } from "@commander-js/extra-typings";
import { publicForms } from "../../../core/signing/keys.js";
import { demoKeyFiles, demoPrivateKey } from "../../../package/demo-keys.js";
import { packageText } from "../../../package/files.js";
import type { ControlTarget } from "../../library/control-client.js";
import type { Keys } from "../../library/language.js";
import { addTargetOptions, type ClientOptions, callControl, controlTarget } from "./client.js";

const MORE = `
Prints the keys of the running sandbox. If none is running, prints the keys that ship with the package.

Examples:
  payment-sandbox keys
  payment-sandbox keys --url http://localhost:4655
  payment-sandbox keys --json
  payment-sandbox keys --private > demo-merchant.private.pem
  payment-sandbox keys --ca > ca.pem                           the CA that clients of start --https must trust

Exit codes: 0 fine, 2 usage or several sandboxes run, 3 no sandbox answers at --url`;

export function addKeys(program: Command): void {
  const command = program
    .command("keys")
    .description("print the key that verifies notifications, and the path of the demo merchant's key");
  addTargetOptions(command)
    .option("--json", "as JSON")
    .addOption(
      new Option("--ca", "print only the CA of --https (PEM); creates it if needed").conflicts([
        "json",
        "url",
        "private",
      ]),
    )
    .addOption(new Option("--private", "print only the demo merchant's private key (PEM)").conflicts(["json", "url"]))
    .addHelpText("after", MORE)
    .action(async ({ json, private: isPrivate, ca, ...options }) => {
      if (ca)
        return void process.stdout.write(
          (await (await import("../../../server/tls/authority.js")).ownAuthority()).cert,
        );
      if (isPrivate) return void process.stdout.write(demoPrivateKey());
      const { keys, whose } = await keysOf(options);
      process.stdout.write(json ? `${JSON.stringify({ ...keys, ...demoKeys }, null, 2)}\n` : keysText(keys, whose));
    });
}

const demoKeys = {
  demoMerchantPrivateKeyFile: demoKeyFiles.privateKey,
  demoMerchantPublicKeyFile: demoKeyFiles.publicKey,
};

/** The keys of the named or running sandbox, and which sandboxes sign with them. For the shipped keys, no sandbox is needed. */
async function keysOf(options: ClientOptions): Promise<{ readonly keys: Keys; readonly whose: string }> {
  const target = await controlTarget(options);
  const isNamed = options.url !== undefined || Boolean(process.env.PAYMENT_SANDBOX_URL);
  if (!isNamed && !(await answers(target)))
    return { keys: shippedKeys(), whose: "a sandbox without a notificationKey of its own" };
  return { keys: await callControl(target, "GET /keys", {}), whose: target.base };
}

const answers = ({ base }: ControlTarget): Promise<boolean> =>
  fetch(`${base}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );

function shippedKeys(): Keys {
  const { pem, base64 } = publicForms(createPublicKey(packageText("fixtures/keys/notification.public.pem")));
  return { notificationPublicKey: pem, notificationPublicKeyBase64: base64 };
}

const keysText = ({ notificationPublicKey, notificationPublicKeyBase64 }: Keys, whose: string): string => `\
# Verifies the notifications of ${whose}, as PEM:
${notificationPublicKey.trim()}

# The same as bare base64 (X.509 SubjectPublicKeyInfo):
${notificationPublicKeyBase64}

# The demo merchant (3) signs with this private key; it is public on purpose:
${demoKeys.demoMerchantPrivateKeyFile}
`;
