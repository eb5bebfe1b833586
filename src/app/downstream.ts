import { parseSigningKey } from '../core/wire/signature.js';
import type { RouteConfig, RouteConfigs } from '../outbound/downstream/routes.js';
import type { SigningKeys } from '../outbound/downstream/signers.js';
import type { Config, RouteSettings } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import type { Sandbox } from '../sandbox/start.js';

type SandboxRoute = Pick<Sandbox, 'walletUrl' | 'signingKey'>;

/** Returns the default route, for methods that no other route names, and the routes of the configuration file. */
export function routeConfigs(config: Config, sandbox: SandboxRoute | null): RouteConfigs {
  const { downstream, signingKey = sandbox?.signingKey, otherSigningKey } = config.settings;
  const walletUrl = downstream.url === undefined ? sandbox?.walletUrl : undefined;
  const url = downstream.url ?? walletUrl ?? missing('downstream.url');
  // The simulated wallet service recognises a repeated request id.
  const dedupes = walletUrl == null ? downstream.dedupes : true;
  const configOf = (route: RouteSettings): RouteConfig => ({
    name: route.name,
    methods: route.methods,
    url: route.url,
    timeoutMs: route.timeoutMs ?? downstream.timeoutMs,
    signingKeys: routeKeys(route, signingKey, otherSigningKey),
    dedupes: route.dedupes ?? downstream.dedupes,
    inquiryUrl: route.inquiry,
  });
  return [
    configOf({ name: 'default', methods: [], url, dedupes, inquiry: downstream.inquiryUrl }),
    ...config.routes.map(configOf),
  ];
}

/** Returns the signing keys of all routes by name. */
export function signingKeysOf(
  config: Config,
  sandbox: SandboxRoute | null,
): ReadonlyMap<string, SigningKeys> {
  return new Map(routeConfigs(config, sandbox).map(({ name, signingKeys }) => [name, signingKeys]));
}

/** Returns the keys of a route, else those of the default route. A route may change to a key of its own. */
function routeKeys(
  { signingKey, otherSigningKey }: RouteSettings,
  defaultKey: string | undefined,
  defaultOther: string | undefined,
): SigningKeys {
  if (signingKey !== undefined) return keysOf(signingKey, otherSigningKey);
  return keysOf(defaultKey, otherSigningKey ?? defaultOther);
}

function keysOf(signingKey: string | undefined, other: string | undefined): SigningKeys {
  return other === undefined ? [keyOf(signingKey)] : [keyOf(signingKey), keyOf(other)];
}

/** Parses a signing key. The configuration was checked before: a missing key is a defect. */
function keyOf(written: string | undefined): Buffer {
  const parsed = parseSigningKey(written ?? missing('signingKey'));
  if (parsed.kind !== 'ok')
    throw new CardwayError('INTERNAL', { cause: new Error('A signing key cannot be read.') });
  return parsed.key;
}

function missing(key: string): never {
  throw new CardwayError('INTERNAL', { cause: new Error(`The setting ${key} is missing.`) });
}
