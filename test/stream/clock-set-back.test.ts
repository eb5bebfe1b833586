/** Tests WebSockets and event streams while somebody sets the machine's clock back: they are looked after as before. */
import { once } from 'node:events';
import { sharedGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { connect, DIGITIZATIONS } from './raw-socket.js';
import { constants } from '../support/constants.js';

const HOUR_MS = 3_600_000;

const gateway = sharedGateway({
  env: { ...movedClock({ stepMs: HOUR_MS }), ...constants({ PING_MS: 10 }) },
});

const setBack = () => process.kill(gateway.pid, 'SIGWINCH');

it('a WebSocket is pinged although the clock was set back', async () => {
  const { socket } = await connect(gateway.url);
  await once(socket, 'ping');
  setBack();
  // The first one may have left before.
  await once(socket, 'ping');
  await once(socket, 'ping');
  socket.terminate();
});

it('an event stream has its comments although the clock was set back', async () => {
  const search = `?query=${encodeURIComponent(DIGITIZATIONS)}`;
  const response = await fetch(`${gateway.url}/graphql/stream${search}`, {
    headers: { accept: 'text/event-stream', authorization: 'Bearer cardway_sandbox_integrator' },
  });
  const reader = response.body!.getReader();
  const comment = async (): Promise<void> => {
    const { value } = await reader.read();
    expect(Buffer.from(value!).toString()).toMatch(/^(?::\n\n)+$/);
  };
  await comment();
  await comment();
  setBack();
  await comment();
  await comment();
  await reader.cancel();
});
