import { run } from "./run.js";

// A program that reads the output may stop reading. That must not end a server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

await run(process.argv.slice(2));
