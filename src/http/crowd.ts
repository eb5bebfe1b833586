/** One open connection, as those see it who must choose among all of them. */
export interface Bystander {
  /** A request of it came in whole, and its answer is being made. */
  readonly isServed: boolean;
  giveWay(): void;
}

/**
 * Bounds how many connections a server holds: each costs memory, and a descriptor that calls to wallet services need too. When there are too
 * many, one gives way to each new one: of those that never had an answer the oldest, else the one whose last answer is longest ago. One
 * whose request is being worked on never does, so that a thousand senders of half requests can hold up no call.
 */
export class Crowd {
  /** In the order in which they came. */
  private readonly unanswered = new Set<Bystander>();
  /** In the order of their last answers. */
  private readonly answered = new Set<Bystander>();

  constructor(
    private readonly max: number,
    private readonly onFull: () => void,
  ) {}

  add(connection: Bystander): void {
    if (this.unanswered.size + this.answered.size >= this.max) {
      this.onFull();
      const leaving = idleOf(this.unanswered) ?? idleOf(this.answered);
      if (leaving !== undefined) {
        this.remove(leaving);
        leaving.giveWay();
      }
    }
    this.unanswered.add(connection);
  }

  hadAnswer(connection: Bystander): void {
    const isKnown = this.answered.delete(connection) || this.unanswered.delete(connection);
    if (isKnown) this.answered.add(connection);
  }

  remove(connection: Bystander): void {
    this.unanswered.delete(connection);
    this.answered.delete(connection);
  }
}

function idleOf(connections: ReadonlySet<Bystander>): Bystander | undefined {
  for (const connection of connections) if (!connection.isServed) return connection;
  return undefined;
}
