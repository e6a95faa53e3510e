/** Answers a request without a socket. Only the path matters. */
export type AnswerRequest = (request: Request) => Promise<Response>;
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Takes the arguments of `fetch`. Also accepts a path without a host. */
export const fetchOfSandbox =
  (answer: AnswerRequest): Fetch =>
  async (input, init) =>
    answer(requestOf(input, init));

/** The same for one lane. A path that does not start with the lane's own path is a path inside the lane. */
export const fetchOfLane =
  (answer: AnswerRequest, lane: string): Fetch =>
  async (input, init) => {
    const request = requestOf(input, init);
    const { origin, pathname, search } = new URL(request.url);
    const own = `/lane/${lane}`;
    if (pathname === own || pathname.startsWith(`${own}/`)) return answer(request);
    return answer(new Request(`${origin}${own}${pathname}${search}`, request));
  };

/** The host is never resolved, so any name works. */
const ANY_HOST = "http://localhost";

const requestOf = (input: Request | URL | string, init?: RequestInit): Request =>
  new Request(typeof input === "string" && input.startsWith("/") ? `${ANY_HOST}${input}` : input, init);
