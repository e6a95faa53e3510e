/** The address and settings of a PostgreSQL store. */
export interface StoreAddress {
  /** In the form that the driver accepts. */
  readonly url: string;
  /** The database schema that contains the tables. */
  readonly schema: string;
  /** The maximum number of connections per node, without the one that listens. */
  readonly poolSize: number;
  /** The file with the password, which may change while the node runs. */
  readonly passwordFile: string | undefined;
  /** The address without user and password, for messages. */
  readonly shown: string;
}

const SCHEMA = "payment_sandbox";
const POOL_SIZE = 10;
/** TLS modes that the driver treats more strictly than PostgreSQL's own clients do, unless an option changes that. */
const modesOfClients: readonly (string | null)[] = ["prefer", "require", "verify-ca"];

/** Removes our own parameters from a store's URL: `schema`, `pool` and `passwordfile`. */
export function addressOf(store: string): StoreAddress {
  const url = new URL(store);
  const { searchParams } = url;
  const [schema = SCHEMA, pool = POOL_SIZE, passwordFile] = ["schema", "pool", "passwordfile"].map((name) => {
    const value = searchParams.get(name) ?? undefined;
    searchParams.delete(name);
    return value;
  });
  if (modesOfClients.includes(searchParams.get("sslmode")) && !searchParams.has("uselibpqcompat"))
    searchParams.set("uselibpqcompat", "true");
  return { url: url.href, schema, poolSize: Number(pool), passwordFile, shown: `${url.host}${url.pathname}` };
}
