/** The answer of a session's `/status`. */
export interface Status {
  readonly status: string;
  readonly declines: number;
}

export async function statusAt(address: string): Promise<Status> {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.json();
}
