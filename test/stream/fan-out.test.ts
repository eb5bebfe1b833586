import { rmSync } from 'node:fs';
import { sizeOf, tell } from '../fault/size.js';
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

  const times: number[] = [];
  const usedBefore = processorMs(gateway.pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const heard = Promise.all(sockets.map(({ next }) => next()));
    const startedAt = performance.now();
    await appender.append(digitized(round));
    const committedMs = performance.now() - startedAt;
    for (const { payload } of await heard) {
      expect(payload).toMatchObject({ data: { digitizationComplete: { tokenReference: `DNITHE${round}` } } });
    }
    times.push(Math.round(performance.now() - startedAt - committedMs));
  }
  const usedAfter = processorMs(gateway.pid);
  const usedMs =
    usedBefore === null || usedAfter === null ? '?' : ((usedAfter - usedBefore) / ROUNDS).toFixed(0);
  const each = before === null || after === null ? '?' : ((after - before) / SUBSCRIBERS).toFixed(1);
  tell(
    `${SUBSCRIBERS} subscribers: the last heard after ${times.join(', ')} ms (from the commit, of another process, poll 250 ms); ${each} KiB each; ${usedMs} ms of the gateway's processor time for each event`,
  );
  for (const { socket } of sockets) socket.terminate();
  await appender.close();
  expect(await gateway.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
}, 110_000);
