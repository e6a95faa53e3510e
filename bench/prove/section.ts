/** The document with this section instead of the one of the same name, or behind the others. */
export function withSection(document: string, name: string, section: string): string {
  const [head, ...sections] = document.trimEnd().split(/^(?=## )/m);
  const at = sections.findIndex((one) => one.startsWith(`## ${name}\n`));
  const next = sections.map((one) => one.trimEnd());
  if (at === -1) next.push(section.trimEnd());
  else next[at] = section.trimEnd();
  return `${[head!.trimEnd(), ...next].join("\n\n")}\n`;
}
