import { defaultSettings } from "../config.js";
import { startServer } from "../server.js";

const server = await startServer(
  { ...defaultSettings, signature: "warn", port: Number(process.env.PORT ?? 4655) },
  { debug() {}, info: (m) => console.error(m), warn: (m) => console.error(m) },
);
console.log(`payment-sandbox ready at ${server.url}`);
