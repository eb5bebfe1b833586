import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Config } from '../platform/config.js';
import { SETTING_KEYS, settingOf } from '../platform/settings.js';
import { signingKeysOf } from './downstream.js';
import type { Externals } from './externals.js';
import type { Ground } from './runtime.js';
import { readOutboundTls, readTls } from './tls.js';

/** What takes effect without a restart: settings, and what the files that they name hold. */
const RELOADED =
  /^(?:(?:routes\..+\.)?(?:s|otherS)igningKey|logLevel|outboundTls|tls\.(?:cert|key|clientCa))$/;

/**
 * Creates the function that takes over signing keys, certificates and log level of a valid configuration, all of them or none:
 * every step that can fail comes first. Errors: BAD_REQUEST, with the setting as the field, for a certificate that cannot be used.
 */
export function createReload(ground: Ground, externals: Externals, server: Server): (next: Config) => void {
  const { config: first, log } = ground;
  const { downstream, outboundTls, sandbox } = externals;
  const { readFile } = ground.runtime;
  let current = first;
  return (next) => {
    const tls = readTls(next.settings.tls, readFile);
    const peers = readOutboundTls(next, readFile);
    downstream.useSigningKeys(signingKeysOf(next, sandbox));
    outboundTls.current = peers;
    if (tls !== null && server instanceof TlsServer) server.setSecureContext(tls);
    log.level = next.settings.logLevel;
    // A port without TLS stays without TLS.
    const isTls = server instanceof TlsServer === (tls !== null);
    const isTaken = (key: string): boolean => RELOADED.test(key) && (isTls || !key.startsWith('tls.'));
    log.info({ changed: changedSettings(current, next).filter(isTaken) }, 'the configuration was reloaded');
    // These settings keep the values of the start until a restart.
    const needRestart = changedSettings(first, next).filter((key) => !isTaken(key));
    if (needRestart.length > 0) log.warn({ settings: needRestart }, 'changed, and need a restart');
    current = next;
  };
}

/** Returns names only: values may be secret. */
function changedSettings(previous: Config, next: Config): readonly string[] {
  const [before, after] = [valuesOf(previous), valuesOf(next)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}

/** Returns all settings. The keys of a route have names of their own, because they take effect alone. */
function valuesOf({ settings, routes, methods, timeoutReplies, outboundTls }: Config): Map<string, unknown> {
  const keys = routes.flatMap(({ name, signingKey, otherSigningKey }): [string, unknown][] => [
    [`routes.${name}.signingKey`, signingKey],
    [`routes.${name}.otherSigningKey`, otherSigningKey],
  ]);
  const withoutKeys = routes.map((route) => ({ ...route, signingKey: null, otherSigningKey: null }));
  const lists = { routes: withoutKeys, methods, timeoutReplies, outboundTls };
  return new Map<string, unknown>([
    ...SETTING_KEYS.map((key) => [key, settingOf(settings, key)] as const),
    ...Object.entries(lists),
    ...keys,
  ]);
}
