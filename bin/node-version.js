// Old Node.js reads this file and payment-sandbox.js: they use no syntax that is younger than modules.

/** better-sqlite3 ends the process without a word on anything older. */
const OLDEST = [22, 14];

/** What is wrong with a version of Node.js such as 20.20.2; undefined where it is new enough. */
export function nodeFault(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `payment-sandbox needs Node.js ${OLDEST.join(".")} or newer, this is ${version}`;
}

/** Quotes a word for a POSIX shell, if necessary. */
export function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
