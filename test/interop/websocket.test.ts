import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digitized, openAppender } from '../stream/appender.js';
import { printSize } from '../fault/size.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';

/** First Python that has the package. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import websockets']).status === 0,
);

it('Python websockets follows digitizations, if it is installed', async () => {
  if (python === undefined) {
    printSize('Python websockets: not installed, left out');
    return;
  }
  const folder = temporaryFolder();
  const gateway = await startGateway({ folder });
  const appender = await openAppender(folder);
  await appender.append(digitized(1), digitized(2), digitized(3));
  const url = `${gateway.url.replace('http', 'ws')}/graphql`;
  const args = [join(__dirname, 'clients', 'websocket.py'), url, 'cardway_sandbox_integrator'];
  const { stdout } = await promisify(execFile)(python, [...args, 'evt_000000000001', '2'], {
    timeout: 100_000,
  });
  expect(stdout).toBe('DNITHE2\nDNITHE3\n');
  await appender.close();
  await gateway.stop();
});
