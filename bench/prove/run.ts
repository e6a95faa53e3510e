// npm run prove [-- <part> …] [--seed <n>] [--short]: all parts by default. Build first: they run the built bin.
import { bundle } from "../servers.ts";

// The parts share the product's own tables and the tests' model, which Node cannot load unbundled.
await import(await bundle("prove/main"));
