import type { Database } from "./database.js";
import type { Looker } from "./looker.js";
import type { Writer } from "./writer.js";

/** How the lanes of a node ask the database: what they can, together. */
export interface Access {
  readonly database: Database;
  readonly looker: Looker;
  readonly writer: Writer;
}
