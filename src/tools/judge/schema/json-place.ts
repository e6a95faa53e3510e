/** The line:column at which a text is no longer valid JSON, both from 1. Undefined if it is valid. */
export function jsonFault(text: string): string | undefined {
  if (faultOf(text) === undefined) return undefined;
  // A broken prefix stays broken, whatever follows. So the longest unbroken prefix ends at the fault.
  let [whole, broken] = [0, text.length + 1];
  while (broken - whole > 1) {
    const middle = Math.floor((whole + broken) / 2);
    if (isBroken(text.slice(0, middle))) broken = middle;
    else whole = middle;
  }
  const before = text.slice(0, whole).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

/** True if the text can't become JSON, whatever follows. */
function isBroken(text: string): boolean {
  const fault = faultOf(text);
  if (fault === undefined || /^(Unexpected end|Unterminated)/.test(fault)) return false;
  const at = /at position (\d+)/.exec(fault)?.[1];
  return at === undefined || Number(at) < text.length;
}

function faultOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
