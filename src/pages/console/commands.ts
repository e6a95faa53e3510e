/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What reads the same as a page shows. */
export const readByCurl = (baseUrl: string, path: string): string => `curl ${quoted(`${baseUrl}/_sandbox/${path}`)}`;

/** A call of the payment API, its envelope as it stands. */
export const callByCurl = (baseUrl: string, operation: string, envelope: object): string =>
  `curl -X POST ${quoted(`${baseUrl}/${operation}`)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(envelope))}`;
