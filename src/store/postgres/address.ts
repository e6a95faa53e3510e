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
/** What the driver takes for more than PostgreSQL's own clients do, with a warning, unless it is told otherwise. */
const modesOfClients: readonly (string | null)[] = ["prefer", "require", "verify-ca"];

/** Takes the parameters out of a store's URL that are ours: `schema`, `pool`. */
export function addressOf(store: string): StoreAddress {
  const url = new URL(store);
  const schema = url.searchParams.get("schema") ?? SCHEMA;
  const poolSize = Number(url.searchParams.get("pool") ?? POOL_SIZE);
  url.searchParams.delete("schema");
  url.searchParams.delete("pool");
  const { searchParams } = url;
  if (modesOfClients.includes(searchParams.get("sslmode")) && !searchParams.has("uselibpqcompat"))
    searchParams.set("uselibpqcompat", "true");
  return { url: url.href, schema, poolSize, shown: `${url.host}${url.pathname}` };
}
