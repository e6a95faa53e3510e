import type { Request } from "./request.js";

const TRIES_MAX = 150;

/** The request with all left out that it does not need to be `wrong`. */
export async function smallest(request: Request, wrong: (request: Request) => Promise<boolean>): Promise<Request> {
  let least = request;
  let tries = 0;
  const attempt = async (smaller: Request): Promise<boolean> => {
    if (tries++ >= TRIES_MAX || !(await wrong(smaller))) return false;
    least = smaller;
    return true;
  };
  if (!(await wrong(request))) return request;
  for (const [name] of request.headers)
    await attempt({ ...least, headers: least.headers.filter(([one]) => one !== name) });
  await attempt({ ...least, target: least.target.replace(/[?#].*/, "") });
  await attempt({ ...least, body: Buffer.alloc(0) });
  for (let size = least.body.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < least.body.length; ) {
      const { body } = least;
      const isLess = await attempt({ ...least, body: Buffer.concat([body.subarray(0, at), body.subarray(at + size)]) });
      if (!isLess) at += size;
      if (tries >= TRIES_MAX) return least;
    }
  return least;
}
