import type { Bench, Call, Channel, Reply } from '../../support/channels/index.js';
import { expectAnswer, expectError } from './register.js';

/**
 * Tests a store that cannot commit: nothing is sent, and an advice stays with the processor
 * (docs/reference/transactions.md#store-safety).
 */
export function unavailableContract(channel: Channel, calls: () => Locked): void {
  it('hears 503 for a Deduct, and nothing is sent', () => {
    const { heard, deduct: call } = calls();
    expectError(channel, heard.get(call)!, 'UNAVAILABLE');
  });

  it('hears HTTP 503 without a resultCode for an advice, so that the processor keeps it', () => {
    const { heard, advice } = calls();
    const told = heard.get(advice)!;
    expect(told.resultCode).toBeNull();
    if (channel.errors === 'graphql') expect(told.errorCode).toBe('UNAVAILABLE');
    else expect(told.status).toBe(503);
    expect(told.headers['retry-after']).toBe('1');
    expect(told.bytes.toString('utf8')).not.toContain('resultCode');
  });

  it('is served again once the store is back', async () => {
    const { bench, deduct: call, advice } = calls();
    for (const each of [call, advice]) {
      const again = await channel.call(bench.url, each);
      expectAnswer(channel, again, 1);
      expect(again.replayed).toBe(false);
    }
  });
}

/** Calls made while the store was locked, and their replies. */
interface Locked {
  readonly bench: Bench;
  readonly heard: ReadonlyMap<Call, Reply>;
  readonly deduct: Call;
  readonly advice: Call;
}
