import type { Server } from 'node:http';
import { clientAddressOf } from '../http/client-address.js';
import { createDoors, type Door, type DoorsOptions } from '../http/doors.js';
import type { Settings } from '../settings.js';
import type { World } from '../world.js';
import { readTls } from './tls.js';

export function serverOf(
  args: {
    readonly settings: Settings;
    readonly world: World;
    readonly doors: ReadonlyMap<string, Door>;
  } & Pick<
    DoorsOptions,
    'webSockets' | 'fallback' | 'isDraining' | 'isRefusing' | 'onDone' | 'trace' | 'onInternalError'
  >,
): Server {
  const { settings, world, ...rest } = args;
  return createDoors({
    ...rest,
    tls: readTls(settings, world.readFile) ?? undefined,
    bodyBytesMax: settings['http.bodyBytesMax'],
    headerBytesMax: settings['http.headerBytesMax'],
    headersTimeoutMs: settings['http.headersTimeoutMs'],
    requestTimeoutMs: settings['http.requestTimeoutMs'],
    keepAliveMs: settings['http.keepAliveMs'],
    addressOf: clientAddressOf(settings.trustProxy),
    nowMs: () => world.clock.nowMs(),
    newId: world.newId,
  });
}

/** Opens the port; resolves with the URL that is served. */
export function listen(server: Server, settings: Settings): Promise<{ readonly url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : settings.port;
      const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
      const scheme = settings['tls.cert'] === undefined ? 'http' : 'https';
      resolve({ url: `${scheme}://${host}:${String(port)}` });
    });
  });
}
