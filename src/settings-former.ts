import { environmentName, type SettingKey } from './settings.js';

/** Removed settings, each with the setting that it now follows. Null means that its value is fixed. */
const FORMER: Readonly<Record<string, SettingKey | null>> = {
  'log.format': null,
  'downstream.settleReserveMs': null,
  'downstream.lateCallsMax': 'downstream.concurrentMax',
  'downstream.connectTimeoutMs': null,
  'downstream.connectRetryMs': null,
  'downstream.keepAliveMs': null,
  'downstream.queueMax': 'downstream.concurrentMax',
  'walletLookup.unknownCacheMs': 'walletLookup.cacheMs',
  'walletLookup.cacheEntriesMax': null,
  'walletLookup.concurrentMax': null,
  'walletLookup.answerBytesMax': null,
  'transaction.keepMin': 'transaction.maxAge',
  'transaction.purgeEveryMs': 'sweep.everyMs',
  'transaction.purgeBatchRows': null,
  'transaction.purgePauseMs': null,
  'transaction.alertSubjectsMax': null,
  'advice.matchEveryMs': 'advice.retryMinMs',
  'inquiry.minMs': 'advice.retryMinMs',
  'inquiry.maxMs': 'advice.retryMaxMs',
  'clock.driftWarningMs': 'clock.driftMaxMs',
  'clock.checkEveryMs': 'sweep.everyMs',
  'http.headerBytesMax': null,
  'http.headersTimeoutMs': 'http.requestTimeoutMs',
  'xml.depthMax': 'json.depthMax',
  'xml.elementsMax': null,
  'json.membersMax': null,
  'graphql.landingPage': 'graphql.introspection',
  'graphql.depthMax': null,
  'graphql.aliasesMax': null,
  'graphql.directivesMax': null,
  'graphql.tokensMax': null,
  'graphql.repeatsMax': null,
  'graphql.costMax': null,
  'graphql.pageSizeMax': null,
  'graphql.textBytesMax': 'downstream.answerBytesMax',
  'stats.sampleRows': null,
  'stats.keepMs': null,
  'limits.checksumLockMs': null,
  'limits.exchangeMs': 'sweep.everyMs',
  'limits.keysMax': null,
  'keys.lastUsedEveryMs': 'sweep.everyMs',
  'store.batchMax': null,
  'database.readers': 'database.writers',
  'database.connectTimeoutMs': null,
  'database.partitionDays': 'transaction.retention',
  'events.expireEveryMs': 'sweep.everyMs',
  'events.pollMs': 'sweep.everyMs',
  'events.queueMax': null,
  'events.holdMs': null,
  'stream.socketsPerKeyMax': 'stream.socketsMax',
  'stream.unprovenPerAddressMax': 'stream.unprovenMax',
  'stream.operationsMax': null,
  'stream.messageBytesMax': 'http.bodyBytesMax',
  'stream.idle': null,
  'stream.stallMs': 'http.stallMs',
  'stream.bufferedBytesMax': 'http.waitingBytesMax',
  'stream.keyCheckMs': 'store.cacheMs',
  'webhook.retryAfterMax': null,
  'webhook.warnAfter': 'webhook.disableAfter',
  'webhook.concurrentPerEndpointMax': null,
  'webhook.excerptBytesMax': null,
  'webhook.leaseMs': 'webhook.timeoutMs',
  'webhook.pollMs': 'sweep.everyMs',
  'metrics.backlogEveryMs': 'sweep.everyMs',
};

/** Says what to do about a key or environment name without a setting. */
export function unknownKeyAdvice(name: string): string {
  const key = Object.keys(FORMER).find((former) => former === name || environmentName(former) === name);
  if (key === undefined) return 'no setting has this name';
  const follows = FORMER[key] ?? null;
  return follows === null
    ? 'is no longer a setting, its value is fixed: remove it'
    : `is no longer a setting: remove it and set ${follows}, which it follows`;
}
