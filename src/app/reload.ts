import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { ListenerOptions } from '../http/listener.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';
import type { Config } from '../platform/config.js';
import { badRequest } from '../platform/errors.js';
import type { Logger } from '../platform/log.js';
import { type SettingKey, settingOf, SETTINGS } from '../platform/settings.js';
import type { Sandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import { routeConfigs } from './downstream.js';
import type { Runtime } from './runtime.js';
import { contextOf, type OutboundTls, readOutboundTls, readTls, type TlsFiles } from './tls.js';
import { longestTimeoutMs } from './use-cases.js';

/**
 * Settings that take effect without a restart, beside the `routes` of the file. TLS files are read again at each reload that
 * names them.
 */
const RELOADABLE: readonly SettingKey[] = [
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
  'tls.clientCa',
  'tls.clientCrl',
];

/**
 * Checks what can be checked without the database, before any part of a configuration takes effect. Reads and tries the files
 * of the certificate. Errors: BAD_REQUEST, with the setting as the field.
 */
function checkReload(args: {
  readonly config: Config;
  /** Configuration of the start: leases and the sweep use its longest deadline. */
  readonly first: Config;
  readonly current: Config;
  readonly runtime: Pick<Runtime, 'readFile'>;
}): TlsFiles | null {
  // Somebody is writing it, or the disk is full. Without its routes, payments would go to another wallet service.
  if (args.config.isFileEmpty && !args.current.isFileEmpty) {
    throw badRequest('config', 'The YAML file is empty. A file without settings holds {}.');
  }
  const tls = readTls(args.config.settings.tls, args.runtime.readFile);
  const longestMs = longestTimeoutMs(args.first);
  if (longestTimeoutMs(args.config) > longestMs) {
    throw badRequest(
      'downstream.timeoutMs',
      `A deadline longer than the current maximum (${String(longestMs)} ms) needs a restart.`,
    );
  }
  return tls;
}

/**
 * Creates the function that applies a valid configuration, whole or not at all. Every step that can fail comes first and
 * changes nothing. Reloads run one at a time. Errors: UNAVAILABLE for master keys that do not fit the database; BAD_REQUEST
 * for settings that cannot be changed or used.
 */
export function createReload(parts: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
  readonly downstream: DownstreamClient;
  readonly outboundTls: OutboundTls;
  readonly sandbox: Sandbox | null;
  readonly server: Server;
  readonly clientCertificates: ListenerOptions['clientCertificates'];
}): (next: Config) => Promise<void> {
  const first = parts.config;
  let current = first;
  let authorities = authoritiesOf(readTls(first.settings.tls, parts.runtime.readFile));
  const take = async (next: Config): Promise<void> => {
    const { masterKey, otherMasterKey } = next.settings;
    const tls = checkReload({ first, current, config: next, runtime: parts.runtime });
    const peers = readOutboundTls(next, parts.runtime.readFile);
    const routes = parts.downstream.prepareReload(routeConfigs(next, parts.sandbox, peers));
    // This is the last step that can fail. After it, everything takes effect.
    if (masterKey !== undefined) await parts.store.useMasterKeys({ masterKey, otherMasterKey });
    routes.take();
    parts.outboundTls.current = peers;
    if (tls !== null && parts.server instanceof TlsServer) {
      parts.server.setSecureContext(contextOf(tls) ?? {});
      // Connections that older authorities or revocation lists let in prove themselves again.
      const next = authoritiesOf(tls);
      if (next !== authorities) parts.clientCertificates?.retirement.retire();
      authorities = next;
    }
    parts.log.level = next.settings.logLevel;
    logReload(parts, { first, current, next });
    current = next;
  };
  let previous = Promise.resolve();
  return (next) => {
    const reloaded = previous.then(() => take(next));
    previous = reloaded.catch(() => undefined);
    return reloaded;
  };
}

function authoritiesOf(tls: TlsFiles | null): string {
  return JSON.stringify([tls?.ca, tls?.crl]);
}

function logReload(
  { log, server }: { readonly log: Logger; readonly server: Server },
  { first, current, next }: { readonly first: Config; readonly current: Config; readonly next: Config },
): void {
  const isTaken = (key: string): boolean => {
    // A generated master key is read at the start only. A port without TLS stays without TLS.
    if (key === 'otherMasterKey') return next.settings.masterKey !== undefined;
    if (key === 'tls.cert' || key === 'tls.key')
      return server instanceof TlsServer === (settingOf(next.settings, key) !== undefined);
    return /^(?:routes|outboundTls)$/.test(key) || RELOADABLE.includes(key as SettingKey);
  };
  log.info({ changed: changedSettings(current, next).filter(isTaken) }, 'the configuration was reloaded');
  // These settings keep the values of the start until a restart.
  const needRestart = changedSettings(first, next).filter((key) => !isTaken(key));
  if (needRestart.length > 0) log.warn({ settings: needRestart }, 'changed, and need a restart');
}

/** Returns names only: values may be secret. */
function changedSettings(previous: Config, next: Config): readonly string[] {
  const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  const settings = (Object.keys(SETTINGS) as SettingKey[]).filter((key) =>
    differs(settingOf(previous.settings, key), settingOf(next.settings, key)),
  );
  const lists = (['routes', 'methods', 'timeoutReplies', 'outboundTls'] as const).filter((key) =>
    differs(previous[key], next[key]),
  );
  return [...settings, ...lists];
}
