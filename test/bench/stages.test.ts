import {
  STAGES,
  stageCosts,
  type CpuProfile,
  type ProfileNode,
  type Stage,
} from '../../bench/stage/stages.js';

/**
 * Returns a profile of one stack, outermost function first. Each sample lasts 1,000 microseconds and belongs to the innermost
 * one.
 */
function profileOf(...stack: readonly (readonly [url: string, functionName: string])[]): CpuProfile {
  const nodes: ProfileNode[] = stack.map(([url, functionName], index) => ({
    id: index + 1,
    callFrame: { functionName, url, lineNumber: 6 },
    children: index + 1 < stack.length ? [index + 2] : [],
  }));
  return { nodes, samples: [stack.length, stack.length], timeDeltas: [1_000, 1_000] };
}

/** Names each bundle after the source of its seventh line. */
const sourceOf = (file: string, line: number): string | null =>
  line === 7 && /^(?:src|node_modules)\//.test(file) ? file : null;

function stageOf(profile: CpuProfile): Stage | undefined {
  const { us } = stageCosts(profile, sourceOf);
  return STAGES.find((stage) => us[stage] > 0);
}

describe('the stage of a sample', () => {
  it.each<[Stage, (readonly [string, string])[]]>([
    ['reading', [['src/adapters/json/reader.ts', 'parse']]],
    [
      'checks',
      [
        ['src/core/wire/checksum.ts', 'matchChecksum'],
        ['src/core/wire/signature.ts', 'hmac'],
        ['node:internal/crypto/hash', 'Hmac'],
      ],
    ],
    [
      'graphql',
      [
        ['node_modules/graphql/execution/execute.js', 'executeField'],
        ['', 'deductResolver'],
      ],
    ],
    [
      'saving',
      [
        ['src/store/engine/sqlite/handle.ts', 'commit'],
        ['src/store/engine/sqlite/handle.ts', 'execute'],
      ],
    ],
    [
      'commit',
      [
        ['src/store/engine/sqlite/handle.ts', 'commit'],
        ['src/store/engine/sqlite/handle.ts', 'control'],
      ],
    ],
    [
      'forwarding',
      [
        ['src/outbound/downstream/upstreams.ts', 'sign'],
        ['src/core/wire/signature.ts', 'signBytes'],
        ['src/core/wire/signature.ts', 'hmac'],
      ],
    ],
    [
      'normalising',
      [
        ['src/outbound/downstream/answer.ts', 'understand'],
        ['src/core/transactions/normalise.ts', 'normalise'],
      ],
    ],
    [
      'writing',
      [
        ['node:_http_outgoing', 'end'],
        ['node:net', '_writeGeneric'],
        ['', 'writev'],
      ],
    ],
    ['logs and metrics', [['src/platform/log.ts', 'fieldsText']]],
    [
      'garbage',
      [
        ['src/adapters/json/reader.ts', 'parse'],
        ['', '(garbage collector)'],
      ],
    ],
    ['other', [['node:internal/timers', 'processTimers']]],
  ])('is %s by the innermost function that a stage knows', (stage, stack) => {
    expect(stageOf(profileOf(['', '(root)'], ...stack))).toBe(stage);
  });

  it('ignores the number that the bundler adds to a function', () => {
    expect(stageOf(profileOf(['src/http/listener.ts', 'answer$2']))).toBe('writing');
  });

  it('is the same for Windows paths', () => {
    expect(
      stageOf(profileOf(['C:\\cardway\\node_modules\\better-sqlite3\\lib\\database.js', 'prepare'])),
    ).toBe('saving');
  });
});

describe('the sum of a profile', () => {
  it('counts idle time in the total, and in no stage', () => {
    const { us, busyUs, totalUs } = stageCosts(profileOf(['', '(root)'], ['', '(idle)']), sourceOf);
    expect([busyUs, totalUs]).toEqual([0, 2_000]);
    expect(Object.values(us).every((each) => each === 0)).toBe(true);
  });

  it('counts each busy sample in exactly one stage', () => {
    const { us, busyUs } = stageCosts(
      profileOf(['', '(root)'], ['src/adapters/json/proxy.ts', 'answerJson']),
      sourceOf,
    );
    expect(us.reading).toBe(2_000);
    expect(busyUs).toBe(2_000);
  });
});
