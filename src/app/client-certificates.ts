import { jsonError } from '../adapters/exchange.js';
import { fromProxyOf } from '../http/client-address.js';
import { clientCertificateOf, createRetirement } from '../http/client-certificate.js';
import type { ClientCertificates } from '../http/listener.js';
import type { Settings } from '../platform/settings.js';
import type { Runtime } from './runtime.js';

/** Returns the certificates of callers; undefined where the settings ask for none, so that calls cost nothing more. */
export function clientCertificatesOf({
  settings,
  runtime,
}: {
  readonly settings: Pick<Settings, 'tls' | 'trustProxy' | 'http'>;
  readonly runtime: Pick<Runtime, 'clock' | 'timer'>;
}): ClientCertificates | undefined {
  const { clientCertificates, clientCa, forwardedCertificate } = settings.tls;
  if (clientCertificates === 'off') return undefined;
  return {
    of: clientCertificateOf({
      ...runtime,
      forwarded: forwardedCertificate === 'off' ? null : forwardedCertificate,
      isFromProxy: fromProxyOf(settings.trustProxy),
    }),
    isAsked: clientCa !== undefined,
    isRequired: clientCertificates === 'required',
    retirement: createRetirement({ ...runtime, drainMs: settings.http.drainMs }),
    refuse: jsonError,
  };
}
