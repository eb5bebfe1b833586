import type { FormattedExecutionResult } from 'graphql';
import type { SocketConnection } from './ws-connection.js';

type Results = AsyncIterableIterator<FormattedExecutionResult>;

/**
 * The results of a subscription as graphql-ws takes them: an iteration that sends each `next` message itself and hands out nothing,
 * until it ends or fails; of that the protocol machine tells the client. A result that goes to many is written once (`equal-results.ts`),
 * and each of them costs the work of one message less. The connection is told of the beginning and of the end, however it comes.
 */
export class Pump implements Results {
  private isOver = false;
  private readonly head: string;

  constructor(
    private readonly results: Results,
    private readonly connection: SocketConnection,
    operationId: string,
  ) {
    this.head = `{"id":${JSON.stringify(operationId)},"type":"next","payload":`;
    connection.began('subscriptions');
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    try {
      for (let step = await this.results.next(); step.done !== true; step = await this.results.next()) {
        await this.connection.send(`${this.head}${textOf(step.value)}}`);
      }
    } finally {
      this.over();
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    this.over();
    await this.results.return?.();
    return { done: true, value: undefined };
  }

  private over(): void {
    if (!this.isOver) this.connection.ended('subscriptions');
    this.isOver = true;
  }
}

const texts = new WeakMap<FormattedExecutionResult, string>();

function textOf(result: FormattedExecutionResult): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  texts.set(result, text);
  return text;
}
