import { loadavg } from 'node:os';
import { postRest, tokenOf } from '../interfaces/network/network-calls.js';
import { sizeOf, printSize } from '../fault/size.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { processorMs, residentKib } from '../support/process-cost.js';
import { digitized, openAppender } from './appender.js';
import { connect, DIGITIZATIONS, type RawSocket } from './raw-socket.js';

const SUBSCRIBERS = sizeOf('STREAM_SUBSCRIBERS', 200);
const ROUNDS = 5;
const AT_ONCE = 50;

it(`one event reaches ${String(SUBSCRIBERS)} subscribers of one gateway`, async () => {
  const folder = temporaryFolder();
  const gateway = await startGateway({ folder, env: { CARDWAY_LOG_LEVEL: 'warn' } });
  const appender = await openAppender(folder);
  const sockets: RawSocket[] = [];
  (await connect(gateway.url)).socket.close(1000);
  const before = residentKib(gateway.pid);
  while (sockets.length < SUBSCRIBERS) {
    const missing = Math.min(AT_ONCE, SUBSCRIBERS - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: missing }, () => connect(gateway.url)))));
  }
  for (const { send } of sockets) send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS } });
  for (const { send } of sockets) send({ type: 'ping' });
  await Promise.all(sockets.map(({ next }) => next()));
  const after = residentKib(gateway.pid);

  const usedBefore = processorMs(gateway.pid);
  const ofOther = await rounds(sockets, async (round) => void (await appender.append(digitized(round))));
  const usedMs = difference(usedBefore, processorMs(gateway.pid), ROUNDS).toFixed(0);
  const ofOwn = await rounds(sockets, async (round) => {
    const { status } = await postRest(gateway.url, 'digitizations', tokenOf(`DNITHE${ROUNDS + round}`));
    expect(status).toBe(200);
  });
  const each = difference(before, after, SUBSCRIBERS).toFixed(1);
  printSize(
    `${SUBSCRIBERS} subscribers: the last heard ${ofOwn.join(', ')} ms after an event is reported, and ${ofOther.join(', ')} ms after another process begins to write one (poll 250 ms); ${each} KiB each; ${usedMs} ms of the gateway's processor time for each event (load ${loadavg()[0]!.toFixed(1)})`,
  );
  for (const { socket } of sockets) socket.terminate();
  await appender.close();
  expect(await gateway.stop()).toBe(0);
});

/** Returns milliseconds from the beginning of an event's report until the last socket has the event. */
async function rounds(
  sockets: readonly RawSocket[],
  commit: (round: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const heard = Promise.all(sockets.map(({ next }) => next()));
    const startedAt = performance.now();
    await commit(round);
    const messages = await heard;
    times.push(Math.round(performance.now() - startedAt));
    for (const { payload } of messages) {
      expect(payload).toMatchObject({
        data: { digitizationComplete: { tokenReference: expect.stringMatching(/^DNITHE/) } },
      });
    }
  }
  return times;
}

/** Returns the difference per socket. NaN where the system does not report it. */
function difference(before: number | null, after: number | null, among: number): number {
  return before === null || after === null ? NaN : (after - before) / among;
}
