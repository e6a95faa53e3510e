// axios, from the folder in CLIENTS_PACKAGES.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axios = createRequire(`${process.env.CLIENTS_PACKAGES}/`)("axios");
const args = process.argv.slice(2);
for (let i = 0; i < args.length; i += 2) {
  const headers = { "Content-Type": "application/json" };
  const said = await axios.post(args[i], readFileSync(args[i + 1]), { headers, responseType: "text" }).then(
    ({ data }) => (typeof data === "string" ? data : JSON.stringify(data)),
    () => "lost",
  );
  console.log(said.replaceAll("\n", " "));
}
