/** The address of a sandbox that was started without options. The documentation has it in all commands. */
export const DEFAULT_URL = "http://localhost:4655";

/** The languages of blocks that a reader copies into a file of a project. It has a port of its own, such as one that a container publishes. */
export const FILE_LANGUAGES = "ya?ml|json|dockerfile|dotenv|env|ini|toml";
const fileBlock = new RegExp(
  `(^ *\`\`\`(?:${FILE_LANGUAGES})\\n[^]*?(?:^ *\`\`\`|(?![^]))|<code class="file">[^]*?</code>)`,
  "m",
);

const address = new RegExp(`${DEFAULT_URL}(?=(/lane/)?)`, "g");

/** A text of the documentation with the address of this sandbox, or of one of its lanes, in its commands. */
export function withUrl(text: string, url: string): string {
  const ofServer = url.replace(/\/lane\/[^/]+\/?$/, "");
  return text
    .split(fileBlock)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(address, (_, lane) => (lane ? ofServer : url))))
    .join("");
}
