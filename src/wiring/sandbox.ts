import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { startSandbox, type Sandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import type { World } from '../world.js';

export function sandboxOf(parts: {
  readonly config: Config;
  readonly store: Store;
  readonly world: World;
}): Promise<Sandbox> {
  const { config, store, world } = parts;
  return startSandbox({
    directoryAdmin: store.directoryAdmin,
    provisioningAdmin: store.provisioningAdmin,
    databasePath: store.path ?? join(tmpdir(), `cardway-${nameOf(config.settings.databaseUrl)}.db`),
    downstreamUrl: config.settings.downstream.url,
    signingKey: config.settings.signingKey,
    hosts: config.settings.sandbox.hosts,
    timer: world.timer,
  });
}

/** What tells one database from another without telling its URL. */
function nameOf(databaseUrl: string): string {
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16);
}
