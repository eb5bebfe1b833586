import { median, spread } from '../judge/median.js';
import { problemOf } from '../judge/ratio.js';
import type { SecretCallKind } from '../load/secret-calls.js';
import { describe } from '../measure/interleave.js';
import { runRound, type Round } from '../measure/round.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Effort, Finding, Scenario, Subject } from './scenario.js';

interface Phase {
  readonly name: string;
  readonly kind: SecretCallKind;
}

/**
 * Phases of the scenario, all four for the same cards within one time step. Each secret of a card has its own counter and
 * supersedes the previous one unless that was verified.
 */
const PHASES: readonly Phase[] = [
  { name: 'issue for fresh cards', kind: 'secret' },
  { name: 'issue that supersedes', kind: 'secret' },
  { name: 'verification', kind: 'verify' },
  { name: 'issue for spent cards', kind: 'secret' },
];

const STEP_MS = 60_000;
const PER_SECOND_MIN = 2000;

export const secrets: Scenario = {
  name: 'secrets',
  about:
    'provisioning secrets a second on one core: fresh cards, superseding ones, verifications, spent cards',
  async run(stage, effort) {
    const wallets = effort.cards * (effort.rounds * 2 + 2);
    const gateway = await stage.startGateway({ wallets });
    const rounds = new Map<string, Round[]>();
    const add = (name: string, round: Round): void => {
      rounds.set(name, [...(rounds.get(name) ?? []), round]);
      effort.tell(`${name}: ${describe(round)}`);
    };
    const block = (number: number): Block => ({ firstWallet: number * effort.cards, wallets: effort.cards });
    for (const phase of [...PHASES, GRAPHQL])
      await runPhase(stage, gateway, { phase, effort, ...block(phase === GRAPHQL ? 1 : 0) });
    for (let round = 0; round < effort.rounds; round += 1) {
      await untilStepHasRoom();
      for (const phase of PHASES) {
        add(phase.name, await runPhase(stage, gateway, { phase, effort, ...block(2 + round * 2) }));
      }
      add(GRAPHQL.name, await runPhase(stage, gateway, { phase: GRAPHQL, effort, ...block(3 + round * 2) }));
    }
    await gateway.stop();
    const subjects = [...rounds].map(([name, measured]) => ({ name, rounds: measured }));
    return { subjects, ceilingPerSecond: null, findings: subjects.map(findingOf) };
  },
};

const GRAPHQL: Phase = { name: 'issue over GraphQL', kind: 'secret-graphql' };

interface Block {
  readonly firstWallet: number;
  readonly wallets: number;
}

function runPhase(
  stage: Stage,
  gateway: Program,
  { phase, effort, ...block }: { readonly phase: Phase; readonly effort: Effort } & Block,
): Promise<Round> {
  const { connections } = effort;
  const options = {
    kind: phase.kind,
    connections,
    warmUpMs: 0,
    callsMax: block.wallets,
    measureMs: PHASE_MS,
  };
  return runRound(stage, gateway, { ...options, ...block });
}

const PHASE_MS = 60_000;

/**
 * Waits until enough of a step is left. A card's earlier issues decide its next counter only within the step of its first issue.
 */
async function untilStepHasRoom(): Promise<void> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < STEP_MS / 2) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
}

function findingOf(subject: Subject): Finding {
  const values = subject.rounds.map(({ perSecond }) => perSecond);
  const problem = problemOf(subject, null);
  return {
    target: 'secrets',
    what: subject.name,
    measured: problem === null ? median(values) : null,
    unit: '/s',
    wanted: { atLeast: PER_SECOND_MIN },
    spread: spread(values),
    ...(problem === null ? {} : { note: problem }),
  };
}
