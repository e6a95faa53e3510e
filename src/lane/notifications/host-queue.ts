/** One notification to send. Tickets of one stream are sent one after another. */
export interface Ticket {
  readonly id: number;
  readonly orderId?: number | undefined;
  readonly reference?: string | undefined;
  readonly stream: number | string;
  readonly done: () => void;
  /** How many attempts it has had. */
  readonly attempts: number;
  /** True if it has no effects of its own, so that it can fail together with others. */
  readonly isPlain: boolean;
}

/** How many are sent to one host at the same time. */
const AT_ONCE = 8;

/** The queue of one host. Holds only tickets, so ten thousand of them for an offline host need little memory. */
export class HostQueue {
  /** Never rejects. */
  readonly #send: (ticket: Ticket) => Promise<void>;
  #ready: Ticket[] = [];
  #next = 0;
  /** Streams with a ticket that is ready or being sent, and the tickets that wait behind it. */
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

  /** Removes up to `limit` plain tickets from the front of the queue. Call `finished` or `putBack` afterwards. */
  takePlain(limit: number): readonly Ticket[] {
    const taken: Ticket[] = [];
    while (taken.length < limit && this.#ready[this.#next]?.isPlain) taken.push(this.#ready[this.#next++] as Ticket);
    return taken;
  }

  /** Puts tickets back at the front, because they were not attempted. */
  putBack(tickets: readonly Ticket[]): void {
    this.#ready = [...tickets, ...this.#ready.slice(this.#next)];
    this.#next = 0;
    this.#start();
  }

  /** Ends tickets that were removed and have been attempted. */
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

  /** Makes the next ticket of this stream ready. */
  #release(ticket: Ticket): void {
    const following = this.#behind.get(ticket.stream)?.shift();
    if (following) this.#ready.push(following);
    else this.#behind.delete(ticket.stream);
    ticket.done();
  }
}
