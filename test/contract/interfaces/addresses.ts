import {
  checksumOf,
  deduct,
  freshId,
  requestIdOf,
  type Bench,
  type Call,
  type Channel,
  type Reply,
} from '../../support/channels/index.js';
import { until } from '../../life/until.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/** Tests a terminal that may call from 192.0.2.0/24 and 2001:db8:5::/48, behind a trusted proxy (docs/administration.md). */
export function addressesContract(channel: Channel, bench: () => Bench, terminalId: string): void {
  const from = (address: string, call: Call = deduct({ terminal_id: terminalId })): Promise<Reply> =>
    channel.call(bench().url, call, { headers: { 'X-Forwarded-For': address } });

  it.each(['192.0.2.200', '2001:db8:5:77::1', '::ffff:192.0.2.1'])('is served from %s', async (address) => {
    expectAnswer(channel, await from(address), 1);
  });

  it.each(['192.0.3.1', '2001:db8:6::1', '127.0.0.1'])(
    'hears from %s what a wrong checksum hears, and an alert says why',
    async (address) => {
      const call = deduct({ terminal_id: terminalId });
      const heard = await withoutTrace(bench(), () => from(address, call));
      expectError(channel, heard, 'UNAUTHENTICATED');
      const wrong = { ...call, checksum: checksumOf(deduct({ narrative: freshId() }), channel.checksumForm) };
      expect((await from(address, wrong)).message).toBe(heard.message);
      const said = ['"terminal_elsewhere"', `"${terminalId}"`, `"${address}"`];
      await until('the alert', () =>
        bench().gateway.lines.some((line) => said.every((text) => line.includes(text))),
      );
    },
  );

  it('is not served from there by writing a header of its own', async () => {
    expectError(channel, await from('192.0.2.1, 192.0.3.1'), 'UNAUTHENTICATED');
  });

  it('hears no saved answer from elsewhere', async () => {
    const call = deduct({ terminal_id: terminalId });
    expectAnswer(channel, await from('192.0.2.1', call), 1);
    expectError(channel, await from('192.0.3.1', call), 'UNAUTHENTICATED');
    expect((await from('192.0.2.1', call)).replayed).toBe(true);
    expect(bench().sent(requestIdOf(call, channel.checksumForm))).toHaveLength(1);
  });

  it('leaves terminals without a list as they were', async () => {
    expectAnswer(channel, await from('192.0.3.1', deduct()), 1);
  });
}
