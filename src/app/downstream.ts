import { parseSigningKey } from '../core/wire/signature.js';
import {
  DOWNSTREAM_DEFAULTS,
  type DownstreamSettings,
  type RouteConfig,
} from '../outbound/downstream/routes.js';
import type { Config } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';

/** The simulated wallet service, where the sandbox runs one. */
interface SandboxRoute {
  /** Null when CARDWAY_DOWNSTREAM_URL replaces it. */
  readonly walletUrl: string | null;
  readonly signingKey: string;
}

/** The routes of the configuration file, and the default one for every method that none of them names. */
export function routeConfigs(config: Config, sandbox: SandboxRoute | null): readonly RouteConfig[] {
  const { settings } = config;
  const signingKey = writtenKey(settings, sandbox);
  const walletUrl = settings.downstream.url === undefined ? sandbox?.walletUrl : undefined;
  const fallback: RouteConfig = {
    name: 'default',
    methods: [],
    url: settings.downstream.url ?? walletUrl ?? missing('downstream.url'),
    timeoutMs: settings.downstream.timeoutMs,
    ...defaultKeys(config, sandbox),
    // The simulated wallet service recognises a repeated request id.
    dedupes: walletUrl == null ? settings.downstream.dedupes : true,
    ...(settings.downstream.inquiryUrl === undefined ? {} : { inquiryUrl: settings.downstream.inquiryUrl }),
  };
  const named = config.routes.map((route): RouteConfig => ({
    name: route.name,
    methods: route.methods,
    url: route.url,
    timeoutMs: route.timeoutMs ?? settings.downstream.timeoutMs,
    signingKey: keyOf(route.signingKey ?? signingKey),
    otherSigningKey: optionalKey(
      route.otherSigningKey ?? (route.signingKey === undefined ? settings.otherSigningKey : undefined),
    ),
    dedupes: route.dedupes ?? settings.downstream.dedupes,
    ...(route.inquiry === undefined ? {} : { inquiryUrl: route.inquiry }),
  }));
  return [fallback, ...named];
}

/** The keys of everything that has none of its own. */
export function defaultKeys(
  { settings }: Config,
  sandbox: Pick<SandboxRoute, 'signingKey'> | null,
): Pick<RouteConfig, 'signingKey' | 'otherSigningKey'> {
  return {
    signingKey: keyOf(writtenKey(settings, sandbox)),
    otherSigningKey: optionalKey(settings.otherSigningKey),
  };
}

function writtenKey(
  settings: Settings,
  sandbox: Pick<SandboxRoute, 'signingKey'> | null,
): string | undefined {
  return settings.signingKey ?? sandbox?.signingKey;
}

export function downstreamSettings({
  downstream,
  breaker,
}: Pick<Settings, 'downstream' | 'breaker'>): DownstreamSettings {
  const { answerBytesMax, lateMs, recheckAfterMs, concurrentMax, queueMs } = downstream;
  return {
    ...DOWNSTREAM_DEFAULTS,
    answerBytesMax,
    lateMs,
    lateCallsMax: LATE_CALLS_PER_SLOT * concurrentMax,
    recheckAfterMs,
    breaker,
    // More than one for each place would mostly wait too long.
    bulkhead: { concurrentMax, queueMax: concurrentMax, queueMs },
  };
}

/** A late call holds a connection but no place. With more late calls the service is down rather than slow. */
const LATE_CALLS_PER_SLOT = 2.5;

/** The configuration was checked whole before; what is missing here is a defect. */
function keyOf(written: string | undefined): Buffer {
  const parsed = parseSigningKey(written ?? missing('signingKey'));
  if (parsed.kind !== 'ok')
    throw new CardwayError('INTERNAL', { cause: new Error('A signing key cannot be read.') });
  return parsed.key;
}

function optionalKey(written: string | undefined): Buffer | undefined {
  return written === undefined ? undefined : keyOf(written);
}

function missing(key: string): never {
  throw new CardwayError('INTERNAL', { cause: new Error(`The setting ${key} is missing.`) });
}
