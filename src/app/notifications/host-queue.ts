/** One thing to send; those of one stream go one after another. */
export interface Ticket {
  readonly id: number;
  readonly orderId?: number | undefined;
  readonly stream: number | string;
  readonly done: () => void;
  /** How many attempts it had. */
  readonly attempts: number;
  /** Whether nothing sets it apart from others but what it says: then others may fail for it. */
  readonly isPlain: boolean;
}

/** How many are sent to one host at a time. */
const AT_ONCE = 8;

/**
 * What waits for one host. Holds tickets only, not what is to be sent:
 * ten thousand that wait for a dead target take no more than their ids.
 */
export class HostQueue {
  /** Never rejects. */
  readonly #send: (ticket: Ticket) => Promise<void>;
  #ready: Ticket[] = [];
  #next = 0;
  /** Streams with a ticket that is ready or being sent, and what waits behind it. */
  readonly #behind = new Map<Ticket["stream"], Ticket[]>();
  #sending = 0;

  constructor(send: (ticket: Ticket) => Promise<void>) {
    this.#send = send;
  }

  add(ticket: Ticket): void {
    const behind = this.#behind.get(ticket.stream);
    if (behind) behind.push(ticket);
    else {
      this.#behind.set(ticket.stream, []);
      this.#ready.push(ticket);
    }
    this.#start();
  }

  /** Takes out those that wait next and are plain, at most `limit`; `finished` or `putBack` ends that. */
  takePlain(limit: number): readonly Ticket[] {
    const taken: Ticket[] = [];
    while (taken.length < limit && this.#ready[this.#next]?.isPlain) taken.push(this.#ready[this.#next++] as Ticket);
    return taken;
  }

  /** Those that were taken out had no attempt: they are next. */
  putBack(tickets: readonly Ticket[]): void {
    this.#ready = [...tickets, ...this.#ready.slice(this.#next)];
    this.#next = 0;
    this.#start();
  }

  /** Those that were taken out had their attempt. */
  finished(tickets: readonly Ticket[]): void {
    for (const ticket of tickets) this.#release(ticket);
    this.#start();
  }

  #start(): void {
    while (this.#sending < AT_ONCE && this.#next < this.#ready.length) {
      const ticket = this.#ready[this.#next++] as Ticket;
      this.#sending++;
      void this.#send(ticket).finally(() => this.#finish(ticket));
    }
    if (this.#next > 1024 || this.#next === this.#ready.length) {
      this.#ready = this.#ready.slice(this.#next);
      this.#next = 0;
    }
  }

  #finish(ticket: Ticket): void {
    this.#sending--;
    this.#release(ticket);
    this.#start();
  }

  /** What waits behind it is next. */
  #release(ticket: Ticket): void {
    const following = this.#behind.get(ticket.stream)?.shift();
    if (following) this.#ready.push(following);
    else this.#behind.delete(ticket.stream);
    ticket.done();
  }
}
