/** Where a PostgreSQL store is, and how it is used. */
export interface StoreAddress {
  /** As the driver takes it. */
  readonly url: string;
  /** The schema of the database that holds the tables. */
  readonly schema: string;
  /** How many connections a node uses at most, besides the one that listens. */
  readonly poolSize: number;
  /** Without user and password, for people. */
  readonly shown: string;
}

const SCHEMA = "payment_sandbox";
const POOL_SIZE = 10;

/** Takes the parameters out of a store's URL that are ours: `schema`, `pool`. */
export function addressOf(store: string): StoreAddress {
  const url = new URL(store);
  const schema = url.searchParams.get("schema") ?? SCHEMA;
  const poolSize = Number(url.searchParams.get("pool") ?? POOL_SIZE);
  url.searchParams.delete("schema");
  url.searchParams.delete("pool");
  return { url: url.href, schema, poolSize, shown: `${url.host}${url.pathname}` };
}
