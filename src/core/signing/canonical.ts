/** The signed text of a notification: all fields but `signature`, as sorted `key=value` joined by `&`, values raw. */
export function canonicalText(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .filter(([key]) => key !== "signature")
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join("&");
}
