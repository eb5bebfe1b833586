import { Command } from 'commander';
import { readOutboundTls } from '../../app/tls.js';
import { routeConfigs } from '../../app/downstream.js';
import { SANDBOX_SIGNING_KEY } from '../../sandbox/data.js';
import { httpUrlOf } from '../gateway-options.js';
import { printText } from '../print.js';
import { CliError, Fault, printable, type Shell, UsageError } from '../shell.js';
import { integerOf } from '../values.js';
import {
  type ConfiguredOptions,
  loadConfig,
  ofConfiguration,
  requireReady,
  withOpenStore,
} from '../with-store.js';
import type { Result } from './run.js';
import type { Stage } from './stage.js';

interface Options extends ConfiguredOptions {
  readonly reference: string;
  readonly amount: string;
  readonly url?: string;
  readonly sandbox?: boolean;
}

/** Returns `rehearse`: it plays the cases of docs/wallet-service.md with a wallet service. */
export function rehearseCommand(shell: Shell): Command {
  return ofConfiguration(new Command('rehearse'))
    .description('Plays time-outs, duplicates and reversals with a wallet service, and says what to change.')
    .requiredOption('--reference <reference>', 'wallet for tests, which nobody else uses meanwhile')
    .requiredOption('--amount <amount>', 'minor units that the service may lack at one time; at least 50')
    .option('--url <url>', 'the wallet service, in place of downstream.url', httpUrlOf)
    .option('--sandbox', 'takes the settings of `serve --sandbox`')
    .addHelpText('after', HELP)
    .action((options: Options) => rehearse(shell, options));
}

const HELP = `
It takes real money from the wallet, and gives it back by reversals after each case. Exit status 1 where a MUST failed.
docs/wallet-service.md explains the cases.

Example:
  cardway rehearse --sandbox --url http://127.0.0.1:5000/ --reference 43172792905 --amount 10000`;

async function rehearse(shell: Shell, options: Options): Promise<void> {
  const { reference, url } = options;
  const { runtime } = shell;
  // Other commands do not load the client of wallet services.
  const [{ findProbed }, { playCases }, { LOAD, Stage }, { seedSandbox }] = await Promise.all([
    import('../probe.js'),
    import('./run.js'),
    import('./stage.js'),
    import('../../sandbox/start.js'),
  ]);
  const amount = integerOf('--amount', options.amount);
  if (amount < LOAD) throw new UsageError(`--amount must be at least ${String(LOAD)}.`);
  const config = loadConfig(shell, options, url === undefined ? {} : { 'downstream.url': url });
  if (config.settings.downstream.url === undefined) throw new UsageError('--sandbox needs --url.');
  const wallet = await withOpenStore(shell, config, async (store) => {
    if (config.isSandbox) {
      await store.migrate();
      await seedSandbox(store);
    }
    await requireReady(store);
    return findProbed(store, reference);
  });
  if ('result' in wallet) throw new CliError(wallet.detail);
  const [route] = routeConfigs(config, { walletUrl: null, signingKey: SANDBOX_SIGNING_KEY });
  let stopped = false;
  void shell.untilStopped().then(() => (stopped = true));
  const stage = new Stage({
    ...{ config, runtime, route, wallet, amount, command: 'rehearse' },
    peers: readOutboundTls(config, shell.readFile),
    isStopped: () => stopped,
  });
  try {
    const results = await playCases(stage, undefined, (result) =>
      printText(shell, options, { kind: 'case', ...result }, caseText(result)),
    );
    const summary = summaryOf(results, stage);
    printText(shell, options, { kind: 'summary', ...summary }, summaryText(summary));
    if (summary.mustFailed > 0) throw new Fault();
  } finally {
    await stage.downstream.close();
  }
}

/** Returns the line of a case, and below it what there is to say. */
function caseText({ id, level, result, title, seen, why, change }: Result): string {
  const notes = Object.entries({ Seen: seen, Why: why, Change: change }).filter(([, note]) => note !== null);
  const lines = notes.map(([name, note]) => `     ${`${name}:`.padEnd(8)}${note ?? ''}\n`);
  return printable(`${id}  ${level.padEnd(6)}  ${result.padEnd(7)}  ${title}\n${lines.join('')}`);
}

type Summary = ReturnType<typeof summaryOf>;

function summaryOf(results: readonly Result[], { balanceAtStart, balanceAtEnd }: Stage) {
  const count = (result: Result['result']): number => results.filter((each) => each.result === result).length;
  const mustFailed = results.filter(({ level, result }) => level === 'MUST' && result === 'fail').length;
  const [passed, failed, notRun] = [count('pass'), count('fail'), count('not run')];
  return { passed, failed, mustFailed, notRun, balanceAtStart, balanceAtEnd };
}

function summaryText({ passed, failed, mustFailed, notRun, balanceAtStart, balanceAtEnd }: Summary): string {
  const [start, end] = [String(balanceAtStart), String(balanceAtEnd)];
  const differs = `${end}, and was ${start} at the start. Correct the difference by hand.`;
  const balance = balanceAtEnd === null ? 'not known.' : start === end ? `${end}, as at the start.` : differs;
  const counts = `${String(passed)} passed, ${String(failed)} failed (${String(mustFailed)} MUST)`;
  return `\n${counts}, ${String(notRun)} not run. The balance is ${balance}\n`;
}
