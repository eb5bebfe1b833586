import { parseSigningKey } from '../core/wire/signature.js';
import {
  DOWNSTREAM_DEFAULTS,
  type DownstreamSettings,
  type RouteConfig,
  type RouteConfigs,
} from '../outbound/downstream/routes.js';
import type { SigningKeys } from '../outbound/downstream/signers.js';
import type { Config } from '../platform/config.js';
import type { RouteSettings } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';

/** The simulated wallet service of the sandbox. */
interface SandboxRoute {
  /** URL of that service; null when CARDWAY_DOWNSTREAM_URL replaces it. */
  readonly walletUrl: string | null;
  readonly signingKey: string;
}

/** Returns the default route, for methods that no other route names, and the routes of the configuration file. */
export function routeConfigs(config: Config, sandbox: SandboxRoute | null): RouteConfigs {
  const { settings } = config;
  const walletUrl = settings.downstream.url === undefined ? sandbox?.walletUrl : undefined;
  const defaultKey = settings.signingKey ?? sandbox?.signingKey;
  const fallback: RouteConfig = {
    name: 'default',
    methods: [],
    url: settings.downstream.url ?? walletUrl ?? missing('downstream.url'),
    timeoutMs: settings.downstream.timeoutMs,
    signingKeys: keysOf(defaultKey, settings.otherSigningKey),
    // The simulated wallet service recognises a repeated request id.
    dedupes: walletUrl == null ? settings.downstream.dedupes : true,
    ...(settings.downstream.inquiryUrl === undefined ? {} : { inquiryUrl: settings.downstream.inquiryUrl }),
  };
  const named = config.routes.map((route): RouteConfig => ({
    name: route.name,
    methods: route.methods,
    url: route.url,
    timeoutMs: route.timeoutMs ?? settings.downstream.timeoutMs,
    signingKeys: routeKeys(route, defaultKey, settings.otherSigningKey),
    dedupes: route.dedupes ?? settings.downstream.dedupes,
    ...(route.inquiry === undefined ? {} : { inquiryUrl: route.inquiry }),
  }));
  return [fallback, ...named];
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

export function downstreamSettings({
  concurrentMax,
}: Pick<Settings['downstream'], 'concurrentMax'>): DownstreamSettings {
  return { ...DOWNSTREAM_DEFAULTS, concurrentMax };
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
