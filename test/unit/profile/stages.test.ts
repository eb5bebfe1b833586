import {
  STAGES,
  stageCosts,
  type CpuProfile,
  type ProfileNode,
  type Stage,
} from '../../../src/profile/stages.js';

/** A profile of one stack, outermost function first; each sample lasts 1,000 microseconds and is of the innermost. */
function profileOf(...stack: readonly (readonly [url: string, functionName: string])[]): CpuProfile {
  const nodes: ProfileNode[] = stack.map(([url, functionName], index) => ({
    id: index + 1,
    callFrame: { functionName, url },
    children: index + 1 < stack.length ? [index + 2] : [],
  }));
  return { nodes, samples: [stack.length, stack.length], timeDeltas: [1_000, 1_000] };
}

function stageOf(profile: CpuProfile): Stage | undefined {
  const { us } = stageCosts(profile);
  return STAGES.find((stage) => us[stage] > 0);
}

const DIST = 'file:///srv/cardway/dist';
const MODULES = 'file:///srv/cardway/node_modules';

describe('the stage of a sample', () => {
  it.each<[Stage, (readonly [string, string])[]]>([
    ['reading', [[`${DIST}/compat/json/reader.js`, 'parse']]],
    [
      'checks',
      [
        [`${DIST}/core/checksum.js`, 'matchChecksum'],
        [`${DIST}/core/hmac.js`, 'hmac'],
        ['node:internal/crypto/hash', 'Hmac'],
      ],
    ],
    [
      'graphql',
      [
        [`${MODULES}/graphql-jit/dist/execution.js`, 'ret'],
        ['', 'deductResolver'],
      ],
    ],
    [
      'saving',
      [
        [`${DIST}/store/dialect/sqlite-handle.js`, 'commit'],
        [`${DIST}/store/dialect/sqlite-handle.js`, 'execute'],
      ],
    ],
    [
      'commit',
      [
        [`${DIST}/store/dialect/sqlite-handle.js`, 'commit'],
        [`${DIST}/store/dialect/sqlite-handle.js`, 'control'],
      ],
    ],
    [
      'forwarding',
      [
        [`${DIST}/downstream/lane.js`, 'sign'],
        [`${DIST}/core/signature.js`, 'signBytes'],
        [`${DIST}/core/hmac.js`, 'hmac'],
      ],
    ],
    [
      'normalising',
      [
        [`${DIST}/downstream/answer.js`, 'understand'],
        [`${DIST}/core/normalise.js`, 'normalise'],
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
    ['logs and metrics', [[`${MODULES}/pino/lib/proto.js`, 'write']]],
    [
      'garbage',
      [
        [`${DIST}/compat/json/reader.js`, 'parse'],
        ['', '(garbage collector)'],
      ],
    ],
    ['other', [['node:internal/timers', 'processTimers']]],
  ])('is %s by the innermost function that a stage knows', (stage, stack) => {
    expect(stageOf(profileOf(['', '(root)'], ...stack))).toBe(stage);
  });

  it('is the same with the paths of Windows', () => {
    expect(stageOf(profileOf(['C:\\cardway\\dist\\downstream\\client.js', 'carry']))).toBe('forwarding');
  });
});

describe('the sum of a profile', () => {
  it('counts what is idle as time, and in no stage', () => {
    const { us, busyUs, totalUs } = stageCosts(profileOf(['', '(root)'], ['', '(idle)']));
    expect([busyUs, totalUs]).toEqual([0, 2_000]);
    expect(Object.values(us).every((each) => each === 0)).toBe(true);
  });

  it('has all that is busy in one stage each', () => {
    const { us, busyUs } = stageCosts(profileOf(['', '(root)'], [`${DIST}/compat/proxy.js`, 'answerJson']));
    expect(us.reading).toBe(2_000);
    expect(busyUs).toBe(2_000);
  });
});
