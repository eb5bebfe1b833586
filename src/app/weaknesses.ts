import { X509Certificate } from 'node:crypto';
import { isLoopbackHost } from '../core/access/sandbox-caller.js';
import { digitsWarning, PASSWORD_CHARACTERS_MIN } from '../core/access/secret.js';
import { methodTable } from '../core/transactions/methods.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Store } from '../store/store.js';
import type { TlsFiles } from './tls.js';

/** A weakness that works but should not stay. `serve` logs it at the start; `doctor` lists it. */
export interface SecurityWarning {
  readonly check: string;
  readonly detail: string;
}

/** Finds weaknesses of the settings. `tls` has the files that they name. */
export function settingsWarnings(
  config: Config,
  tls: TlsFiles | null,
  nowMs: number,
): readonly SecurityWarning[] {
  return [
    ...plainHttpWarnings(config),
    ...reversalWarnings(config),
    ...config.paddedSecrets.map((setting) => ({
      check: 'secrets',
      detail: `${setting} has blanks or quotes around it, and they belong to the secret. Remove them, unless the other side has them too.`,
    })),
    ...certificateWarnings(tls, nowMs),
  ];
}

/** Finds a certificate of the listener that callers refuse for its dates. */
function certificateWarnings(tls: TlsFiles | null, nowMs: number): readonly SecurityWarning[] {
  if (tls === null) return [];
  const { validFromDate, validToDate } = new X509Certificate(tls.cert);
  const warning = (what: string): SecurityWarning[] => [
    { check: 'certificate', detail: `The certificate of tls.cert ${what}. Callers refuse it.` },
  ];
  if (nowMs > validToDate.getTime()) return warning(`ended at ${validToDate.toISOString()}`);
  if (nowMs < validFromDate.getTime()) return warning(`begins at ${validFromDate.toISOString()}`);
  return [];
}

/** Finds wallet services that the settings reach in plain text. */
function plainHttpWarnings({ settings, routes }: Config): readonly SecurityWarning[] {
  const urls: readonly (readonly [string, string | undefined])[] = [
    ['downstream.url', settings.downstream.url],
    ['downstream.inquiryUrl', settings.downstream.inquiryUrl],
    ...routes.flatMap(({ name, url, inquiry }): [string, string | undefined][] => [
      [`routes.${name}.url`, url],
      [`routes.${name}.inquiry`, inquiry],
    ]),
  ];
  return urls.flatMap(([setting, written]) => {
    if (written === undefined) return [];
    const { protocol, hostname } = new URL(written);
    if (protocol !== 'http:' || isLoopbackHost(hostname.replaceAll(/[[\]]/g, ''))) return [];
    return [
      {
        check: 'plain http',
        detail: `${setting} is http to ${hostname}: others on the way can read and change calls. Use https.`,
      },
    ];
  });
}

/**
 * Finds reversals that go to another host than the calls that they reverse. A wallet service accepts a reversal of a call that it
 * does not know, and gives no money back.
 */
function reversalWarnings({ settings, routes, methods }: Config): readonly SecurityWarning[] {
  const hostOf = (method: string): string | undefined => {
    const url = routes.find((route) => route.methods.includes(method))?.url ?? settings.downstream.url;
    return url === undefined ? undefined : new URL(url).host;
  };
  return methodTable(methods).all.flatMap(({ name, reverses = [] }) =>
    reverses.flatMap((original) => {
      const [from, to] = [hostOf(original), hostOf(name)];
      if (from === undefined || to === undefined || from === to) return [];
      const detail = `${original} goes to ${from}, and ${name} to ${to}. A service that does not know a call gives no money back. Give both methods one route, unless these hosts share their books.`;
      return [{ check: 'routes', detail }];
    }),
  );
}

/** Finds weak keys, passwords and secrets in a migrated database, without opening a secret. Errors: UNAVAILABLE. */
export async function weakSecretWarnings(
  store: Pick<Store, 'administration' | 'provisioningAdmin'>,
): Promise<readonly SecurityWarning[]> {
  const count = await store.administration.terminals.countShortPasswords(PASSWORD_CHARACTERS_MIN);
  const programmes = await store.provisioningAdmin.programmes();
  const warnings = programmes.flatMap(({ programme, digits }) => {
    const warning = digitsWarning(digits);
    return warning === null ? [] : [{ check: 'programmes', detail: `${programme}: ${warning}` }];
  });
  if (count === 0) return warnings;
  const terminals = `${String(count)} ${count === 1 ? 'terminal has a password' : 'terminals have passwords'}`;
  const detail = `${terminals} of fewer than ${String(PASSWORD_CHARACTERS_MIN)} characters. Change them with cardway terminals rotate.`;
  return [...warnings, { check: 'terminal passwords', detail }];
}

export function warnOf(log: Pick<Logger, 'warn'>, weaknesses: readonly SecurityWarning[]): void {
  for (const { check, detail } of weaknesses) log.warn({ check }, detail);
}
