// Node's fetch. Each program here posts a file to a URL for each pair of arguments, and prints a line for each answer.
import { readFileSync } from "node:fs";

const args = process.argv.slice(2);
for (let i = 0; i < args.length; i += 2) {
  const [url, file] = [args[i], args[i + 1]];
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: readFileSync(file) };
  const said = await fetch(url, request).then(
    (response) => response.text(),
    () => "lost",
  );
  console.log(said.replaceAll("\n", " "));
}
