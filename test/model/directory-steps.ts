/** Steps of operators: the directory, keys, reloads. Also callers who may not call, and receivers of webhooks that fail. */
import fc from 'fast-check';
import { until } from '../life/until.js';
import { describe, Violation } from './outcome.js';
import { callAndJudge, exchange, note, operate, putWallet, script, terminalOf, type Run } from './run.js';
import { pick, steps } from './steps.js';
import { channelFor, composeCall, isRepeatable, NEW_CALL, small, type NewCall } from './calls.js';
import { widen } from './looks.js';
import { callNew } from './transaction-steps.js';
import { CACHE_MS, keyOf, OPERATOR, type Programme, type ReceiverFault } from './world.js';
import { maybe } from './transaction.js';

/** A call that runs may meet the directory before or after a change. */
const isQuiet = (run: Run): boolean => run.inFlight.size === 0;

type Stranger = 'foreign' | 'integrator' | 'network' | 'operator' | 'unknown' | 'nobody';

export const DIRECTORY_STEPS = [
  steps(2, {
    name: 'set the default card and repeat a call',
    args: fc.record({ card: fc.nat({ max: 1 }), of: small }),
    fits: isQuiet,
    async run(run, { card, of }) {
      const wallet = run.wallets[1]!;
      wallet.defaultCardId = wallet.cards[card]!.cardId;
      await putWallet(run, wallet);
      await untilKnown(run);
      const known = run.transactions.filter(
        (tx) =>
          tx.keyId === null &&
          tx.call.fields['reference'] === wallet.reference &&
          isRepeatable(run, tx, 'terminal'),
      );
      if (known.length === 0) return;
      const tx = pick(known, of);
      widen(run, tx);
      script(tx, 'approve');
      await callAndJudge(run, { tx, channel: channelFor('terminal', of), principal: 'terminal' });
    },
  }),
  steps(2, {
    name: 'block or unblock the wallet',
    args: fc.record({ wallet: fc.nat({ max: 1 }), isBlocked: fc.constantFrom(false, false, true) }),
    fits: isQuiet,
    async run(run, { wallet: index, isBlocked }) {
      const wallet = run.wallets[index]!;
      wallet.isBlocked = isBlocked;
      await putWallet(run, wallet);
      await untilKnown(run);
    },
  }),
  steps(1, {
    name: 'add the unknown wallet',
    args: fc.constant(null),
    fits: (run) => isQuiet(run) && !run.wallets[3]!.isKnown,
    async run(run) {
      const wallet = run.wallets[3]!;
      await putWallet(run, wallet);
      wallet.isKnown = true;
      // An advice that waited for the wallet looks for its original again.
      for (const tx of run.transactions)
        if (maybe(tx, 'unmatched') && tx.original === null) tx.original = undefined;
      await untilKnown(run);
    },
  }),
  steps(2, {
    name: 'disable the terminal for a call',
    args: fc.record({ call: NEW_CALL }),
    fits: isQuiet,
    async run(run, { call }) {
      const terminal = run.terminals[call.place[0]]!;
      await setTerminal(run, terminal.id, 'disable');
      terminal.isEnabled = false;
      await untilKnown(run);
      await callNew(run, call, 'approve');
      await setTerminal(run, terminal.id, 'enable');
      terminal.isEnabled = true;
      await untilKnown(run);
    },
  }),
  steps(2, {
    name: 'change the password',
    args: fc.record({ terminal: fc.nat({ max: 1 }), overlapSeconds: fc.constantFrom(0, 3600) }),
    fits: isQuiet,
    async run(run, { terminal: index, overlapSeconds }) {
      const terminal = run.terminals[index]!;
      const password = `${terminal.passwords[0]!}+`;
      await operate(
        run,
        'mutation($input: RotateTerminalPasswordInput!) { rotateTerminalPassword(input: $input) { terminal { id } } }',
        { input: { terminalId: terminal.id, password, overlapSeconds } },
      );
      terminal.passwords = overlapSeconds === 0 ? [password] : [password, terminal.passwords[0]!];
      await untilKnown(run);
    },
  }),
  steps(1, {
    name: 'revoke the bound key',
    args: fc.constantFrom(false, false, true),
    fits: (run, isWanted) => isWanted && isQuiet(run) && !run.isBoundKeyRevoked,
    async run(run) {
      const { keyId } = run.boundKey;
      await operate(run, 'mutation($input: RevokeKeyInput!) { revokeKey(input: $input) { key { id } } }', {
        input: { keyId },
      });
      run.isBoundKeyRevoked = true;
      await untilKnown(run);
    },
  }),
  steps(3, {
    name: 'call with a key that may not',
    args: fc.record({
      call: NEW_CALL,
      who: fc.constantFrom<Stranger>(
        'foreign',
        'foreign',
        'integrator',
        'network',
        'operator',
        'unknown',
        'nobody',
      ),
      isRepeat: fc.boolean(),
    }),
    run: callAsStranger,
  }),
  steps(2, {
    name: 'change the signing key',
    args: fc.constant(null),
    // A call that runs would meet the key of its start.
    fits: isQuiet,
    async run(run) {
      note(run, `  ${await run.world.changeSigningKey()}`);
    },
  }),
  steps(1, {
    name: 'change the master key',
    args: fc.constant(null),
    fits: isQuiet,
    async run(run) {
      note(run, `  ${await run.world.changeMasterKey()}`);
    },
  }),
  steps(1, {
    name: 'rotate the secret of an endpoint',
    args: fc.constantFrom<Programme>('model-a', 'model-b'),
    run: (run, programme) => run.world.rotateWebhookSecret(programme),
  }),
  steps(2, {
    name: 'fail webhooks',
    args: fc.record({
      times: fc.integer({ min: 1, max: 3 }),
      how: fc.constantFrom<ReceiverFault>('error500', 'silent', 'cut'),
    }),
    run(run, { times, how }) {
      run.world.failWebhooks(times, how);
      return Promise.resolve();
    },
  }),
];

/** Nodes keep entries for a while. The one that changed them knows at once. */
async function untilKnown({ world }: Run): Promise<void> {
  const sinceMs = performance.now();
  if (world.nodes > 1) await until('every node knows', () => performance.now() - sinceMs > 2 * CACHE_MS);
}

async function setTerminal(run: Run, terminalId: string, what: 'disable' | 'enable'): Promise<void> {
  const type = what === 'disable' ? 'DisableTerminalInput' : 'EnableTerminalInput';
  const query = `mutation($input: ${type}!) { ${what}Terminal(input: $input) { terminal { id } } }`;
  await operate(run, query, { input: { terminalId } });
}

/** Nothing of it may be saved, sent or told. The end of the run looks for it. */
async function callAsStranger(
  run: Run,
  args: { readonly call: NewCall; readonly who: Stranger; readonly isRepeat: boolean },
): Promise<void> {
  const { who, isRepeat } = args;
  // The request id of a terminal whose card is unknown is none that a key may use.
  const known = run.transactions.filter((tx) => isRepeatable(run, tx, 'client'));
  const call =
    isRepeat && known.length > 0
      ? pick(known, args.call.amount).call
      : composeCall(run, { ...args.call, principal: 'client' });
  const { programme } = terminalOf(run, call);
  const keys: Readonly<Record<Stranger, readonly [key: string | null, code: string]>> = {
    foreign: [keyOf(programme === 'model-a' ? 'model-b' : 'model-a', 'client'), 'UNAUTHENTICATED'],
    integrator: [keyOf(programme, 'integrator'), 'FORBIDDEN'],
    network: [keyOf(programme, 'network'), 'FORBIDDEN'],
    operator: [OPERATOR, 'FORBIDDEN'],
    unknown: ['a-key-that-nobody-has', 'UNAUTHENTICATED'],
    nobody: [null, 'UNAUTHENTICATED'],
  };
  const [key, code] = keys[who];
  const outcome = await exchange(run.world.url(), channelFor('client', args.call.channel), call, key);
  note(run, `  ${call.method} by ${who} -> ${describe(outcome)}`);
  if (outcome.kind !== 'error' || outcome.code !== code)
    throw new Violation(`${who} called ${call.method} and got ${describe(outcome)}; allowed: ${code}.`);
}
