import { createFailedAuthentication } from '../../../src/use-cases/access/failed-authentication.js';
import { createRateLimits } from '../../../src/use-cases/access/rate-limits.js';

/** Wrong credentials of one IPv6 network, which usually belongs to one client, and of the network beside it. */
const NETWORK = ['2001:db8:5::1', '2001:db8:5:0:ffff::2', '2001:db8:5::3'];
const BESIDE = '2001:db8:5:1::1';

function setUp() {
  const window = { max: 2, windowMs: 60_000 };
  const alerts: string[] = [];
  const failed = createFailedAuthentication({
    limits: createRateLimits({
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      rules: {
        failedAuthentication: { ...window, max: 5 },
        wrongChecksums: window,
        wrongChecksumsOfTerminal: window,
        signIns: null,
        transactionsOfKey: null,
        transactionsOfTerminal: null,
      },
      keysMax: 100,
    }),
    observer: { alert: (name) => void alerts.push(name) },
  });
  const ofChecksum = (address: string, isElsewhere = false, terminalId = '0068766621') =>
    failed.ofChecksum({ address, terminalId, isElsewhere }).code;
  return { alerts, ofKey: (address: string) => failed.ofKey({ address }).code, ofChecksum };
}

describe('wrong credentials of an IPv6 network', () => {
  it('share one limit, and leave the next network alone', () => {
    const { ofKey } = setUp();
    for (const address of [...NETWORK, ...NETWORK.slice(1)]) expect(ofKey(address)).toBe('UNAUTHENTICATED');
    expect(ofKey(NETWORK[0]!)).toBe('RATE_LIMITED');
    expect(ofKey(BESIDE)).toBe('UNAUTHENTICATED');
  });

  it('share the lock of a terminal', () => {
    const { ofChecksum } = setUp();
    expect(NETWORK.map((address) => ofChecksum(address))).toEqual([
      ...['UNAUTHENTICATED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
    ]);
    expect(ofChecksum(BESIDE)).toBe('UNAUTHENTICATED');
    expect(ofChecksum(NETWORK[0]!, false, '0029504320')).toBe('UNAUTHENTICATED');
  });
});

describe('wrong checksums', () => {
  it('are guesses at a terminal; right ones from a foreign address are none', () => {
    const { alerts, ofChecksum } = setUp();
    for (const last of ['1', '2', '3']) ofChecksum(`192.0.2.${last}`, true);
    expect(new Set(alerts)).toEqual(new Set(['terminal_elsewhere']));
    for (const last of ['4', '5', '6']) ofChecksum(`192.0.2.${last}`);
    expect(alerts.at(-1)).toBe('checksum_guessing');
  });
});
