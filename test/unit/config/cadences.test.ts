import { intervalsOf } from '../../../src/app/runtime.js';
import { configOf } from './reading.js';

it('the background work has its usual intervals by default', () => {
  expect(intervalsOf(configOf({}).settings.sweep)).toEqual({
    eventPollMs: 250,
    countMs: 1000,
    backlogMs: 5000,
    clockCheckMs: 60_000,
    lastUsedMs: 60_000,
    sessionEndMs: 60_000,
    eventExpiryMs: 60_000,
    orderedPurgeMs: 10_000,
    purgeMs: 3_600_000,
    auditChainMs: 1000,
    auditHeadMs: 60_000,
  });
});
