import type { Server } from 'node:http';
import { clientAddressOf, fromProxyOf } from '../http/client-address.js';
import { createDoors, type Door, type DoorsOptions } from '../http/doors.js';
import type { Settings } from '../settings.js';
import type { World } from '../world.js';
import { readTls } from './tls.js';

export function serverOf(
  args: {
    readonly settings: Settings;
    readonly isSandbox: boolean;
    readonly world: World;
    readonly doors: ReadonlyMap<string, Door>;
  } & Pick<
    DoorsOptions,
    | 'webSockets'
    | 'fallback'
    | 'isDraining'
    | 'isRefusing'
    | 'onDone'
    | 'onFull'
    | 'trace'
    | 'onInternalError'
  >,
): Server {
  const { settings, isSandbox, world, ...rest } = args;
  return createDoors({
    ...rest,
    tls: readTls(settings.tls, world.readFile) ?? undefined,
    http: { ...settings.http, connectionsMax: connectionsMaxOf(settings.http, world) },
    addressOf: clientAddressOf(settings.trustProxy),
    sandboxHosts: isSandbox ? settings.sandbox.hosts : null,
    clock: world.clock,
    isFromProxy: fromProxyOf(settings.trustProxy),
    newId: world.newId,
  });
}

/** Half of the descriptors that this process may have, where there are few: the other half is for wallet services and files. */
function connectionsMaxOf(
  { connectionsMax: max }: Settings['http'],
  { readFile }: Pick<World, 'readFile'>,
): number {
  try {
    const descriptors = Number(/^Max open files\s+(\d{1,15})\s/m.exec(readFile('/proc/self/limits'))?.[1]);
    return descriptors > 0 ? Math.min(max, Math.floor(descriptors / 2)) : max;
  } catch {
    // Another system than Linux.
    return max;
  }
}

export interface Served {
  readonly url: string;
  /** Of health and metrics, where they have a port of their own. */
  readonly operatorsUrl: string | null;
}

/** Opens the ports; resolves with the URLs that are served. */
export async function listen(
  { main, operators }: { readonly main: Server; readonly operators: Server | null },
  settings: Settings,
): Promise<Served> {
  // First: where it cannot have its port, nobody has been served yet.
  const operatorsPort = operators === null ? null : await open(operators, operatorsAddress(settings.metrics));
  const port = await open(main, settings);
  const scheme = settings.tls.cert === undefined ? 'http' : 'https';
  return {
    url: urlOf(scheme, settings.host, port),
    operatorsUrl: operatorsUrlOf(settings.metrics, operatorsPort),
  };
}

/** Null where health and metrics have no port of their own. `port`: the one that was opened. */
function operatorsUrlOf({ host }: Settings['metrics'], port: number | null): string | null {
  return port === null ? null : urlOf('http', host, port);
}

function operatorsAddress({ host, port = 0 }: Settings['metrics']): Address {
  return { host, port };
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** The kernel deals connections out to all processes that listen there with this option. */
  readonly reusePort?: boolean;
}

function open(server: Server, { host, port, reusePort = false }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(Object.assign(error, { at: { host, port } }));
    });
    server.listen({ host, port, reusePort }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
