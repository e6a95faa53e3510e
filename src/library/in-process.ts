/** Answers a request without a socket; its path decides. */
export type Answer = (request: Request) => Promise<Response>;
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Takes what `fetch` takes, and a path without a host. */
export const fetchOfSandbox =
  (answer: Answer): Fetch =>
  async (input, init) =>
    answer(requestOf(input, init));

/** The same for one lane: a path that does not begin with the lane's own is one inside it. */
export const fetchOfLane =
  (answer: Answer, lane: string): Fetch =>
  async (input, init) => {
    const request = requestOf(input, init);
    const { origin, pathname, search } = new URL(request.url);
    const own = `/lane/${lane}`;
    if (pathname === own || pathname.startsWith(`${own}/`)) return answer(request);
    return answer(new Request(`${origin}${own}${pathname}${search}`, request));
  };

/** No host is looked up: any will do. */
const ANY_HOST = "http://localhost";

const requestOf = (input: Request | URL | string, init?: RequestInit): Request =>
  new Request(typeof input === "string" && input.startsWith("/") ? `${ANY_HOST}${input}` : input, init);
