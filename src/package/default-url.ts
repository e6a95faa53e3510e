/** The address of a sandbox that was started without options. The documentation has it in all commands. */
export const DEFAULT_URL = "http://localhost:4655";

/** The languages of blocks that a reader copies into a file of a project. It has a port of its own, such as one that a container publishes. */
export const FILE_LANGUAGES = "ya?ml|json|dockerfile|dotenv|env|ini|toml";
const fileBlock = new RegExp(
  `(^ *\`\`\`(?:${FILE_LANGUAGES})\\n[^]*?(?:^ *\`\`\`|(?![^]))|<code class="file">[^]*?</code>)`,
  "m",
);

/** A text of the documentation with the address of this sandbox in its commands. */
export const withUrl = (text: string, url: string): string =>
  text
    .split(fileBlock)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(DEFAULT_URL, url)))
    .join("");
