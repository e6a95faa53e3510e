// npm urllib, from the folder in CLIENTS_PACKAGES.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { request } = createRequire(`${process.env.CLIENTS_PACKAGES}/`)("urllib");
const args = process.argv.slice(2);
for (let i = 0; i < args.length; i += 2) {
  const options = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    content: readFileSync(args[i + 1]),
    dataType: "text",
    ...(process.env.NEVER_AGAIN && { socketErrorRetry: 0 }),
  };
  const said = await request(args[i], options).then(
    ({ data }) => data,
    () => "lost",
  );
  console.log(said.replaceAll("\n", " "));
}
