import { Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import type { Config } from '../config.js';
import type { DownstreamClient } from '../downstream/client.js';
import { CardwayError } from '../errors.js';
import type { Logger } from '../log.js';
import type { Sandbox } from '../sandbox/start.js';
import type { SettingKey, Settings } from '../settings.js';
import type { Store } from '../store/store.js';
import type { World } from '../world.js';
import { routeConfigs } from './downstream.js';
import { longestTimeoutMs } from './use-cases.js';
import type { OutsideWallets } from './wallet-lookup.js';

/** What takes effect without a restart, beside the `routes` of the file. TLS files are read again whenever they are named. */
export const RELOADABLE: readonly SettingKey[] = [
  'masterKey',
  'otherMasterKey',
  'signingKey',
  'otherSigningKey',
  'downstream.url',
  'downstream.inquiryUrl',
  'downstream.dedupes',
  'downstream.timeoutMs',
  'logLevel',
  'tls.cert',
  'tls.key',
];

/**
 * Takes over a configuration that is valid. What can fail comes first, so that a failure leaves everything as it was.
 * Errors: UNAVAILABLE for master keys that do not fit the database; BAD_REQUEST for what cannot be changed so.
 */
export function createReload(parts: {
  readonly config: Config;
  readonly world: World;
  readonly log: Logger;
  readonly store: Store;
  readonly downstream: DownstreamClient;
  readonly outsideWallets: OutsideWallets | null;
  readonly sandbox: Sandbox | null;
  readonly server: Server;
}): (next: Config) => Promise<void> {
  let current = parts.config;
  // Leases and the sweep go by it.
  const longestMs = longestTimeoutMs(current);
  return async (next) => {
    if (longestTimeoutMs(next) > longestMs) {
      throw new CardwayError('BAD_REQUEST', {
        message: `A deadline beyond the longest so far (${String(longestMs)} ms) needs a restart.`,
      });
    }
    const { masterKey, otherMasterKey } = next.settings;
    const tls = tlsFiles(next.settings, parts.world);
    const routes = routeConfigs(next, parts.sandbox);
    if (masterKey !== undefined) await parts.store.useMasterKeys({ masterKey, otherMasterKey });
    parts.downstream.reload(routes);
    parts.outsideWallets?.reload(next);
    if (tls !== null && parts.server instanceof TlsServer) parts.server.setSecureContext(tls);
    parts.log.level = next.settings.logLevel;
    const changed = changedKeys(current, next);
    current = next;
    // A key that was made beside the database is read at the start only.
    const isKept = (key: string): boolean => key === 'otherMasterKey' && masterKey === undefined;
    const needRestart = changed.filter(
      (key) => isKept(key) || (!RELOADABLE.includes(key as SettingKey) && key !== 'routes'),
    );
    parts.log.info(
      { changed: changed.filter((key) => !needRestart.includes(key)) },
      'the configuration was reloaded',
    );
    if (needRestart.length > 0) parts.log.warn({ settings: needRestart }, 'changed, and need a restart');
  };
}

function tlsFiles(settings: Settings, world: World): { readonly cert: string; readonly key: string } | null {
  const { 'tls.cert': cert, 'tls.key': key } = settings;
  return cert === undefined || key === undefined
    ? null
    : { cert: world.readFile(cert), key: world.readFile(key) };
}

/** Names only: values may be secret. */
function changedKeys(former: Config, next: Config): readonly string[] {
  const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  const settings = (Object.keys(next.settings) as SettingKey[]).filter((key) =>
    differs(former.settings[key], next.settings[key]),
  );
  const lists = (['routes', 'methods', 'standIns'] as const).filter((key) => differs(former[key], next[key]));
  return [...settings, ...lists];
}
