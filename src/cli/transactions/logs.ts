import { Command, Option } from 'commander';
import { plainValues } from '../enum-values.js';
import { follow } from '../follow.js';
import { keyOption, urlOption } from '../gateway-options.js';
import type { TransactionState } from '../generated/operations.js';
import { amountText } from '../output.js';
import { isJson } from '../print.js';
import type { Credential } from '../sessions.js';
import type { Shell } from '../shell.js';
import { type Columns, createTable } from '../table.js';
import { integerOf } from '../values.js';

interface Options {
  readonly url: string;
  readonly key: Credential;
  readonly terminal?: string;
  readonly method?: string;
  readonly state?: TransactionState;
  readonly resultCode?: string;
  readonly reference?: string;
  readonly card?: string;
  readonly after?: string;
  readonly json?: boolean;
}

type Wanted = Pick<Options, 'method' | 'state' | 'reference'> & {
  readonly card: number | undefined;
  readonly resultCode: number | undefined;
};

interface Saved {
  readonly id: string;
  readonly requestId: string;
  readonly receivedAt: string;
  readonly state: TransactionState;
  readonly methodName: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly cardId: number | null;
  readonly requestAmount: number | null;
  readonly requestMoney: { readonly text: string | null; readonly currency: string | null } | null;
  readonly resultCode: number | null;
  readonly repliedResultCode: number | null;
  readonly replyReason: string | null;
  readonly errorCode: string | null;
}

const DOCUMENT = `subscription Saved($terminalId: String, $after: ID) {
  transactionSaved(terminalId: $terminalId, after: $after) {
    id requestId receivedAt state methodName terminalId reference cardId requestAmount requestMoney { text currency }
    resultCode repliedResultCode replyReason errorCode
  }
}`;

/** Returns `logs tail`: transactions as they are saved. */
export function logsCommand(shell: Shell, done: (status: number) => void): Command {
  const logs = new Command('logs').description('Follows the transactions of a running gateway.');
  logs
    .command('tail', { isDefault: true })
    .description(
      'Prints each transaction when its outcome is saved. Connects again when the gateway restarts.',
    )
    .option('--terminal <terminal>', 'of this terminal')
    .option('--method <name>', 'of this method, for example Deduct')
    .addOption(
      new Option('--state <state>', 'in this state').choices([
        'answered',
        'refused',
        'in_doubt',
        'failed',
        'queued',
        'unmatched',
        'contradicted',
      ]),
    )
    .option('--result-code <code>', 'with this resultCode')
    .option('--reference <reference>', 'of this wallet')
    .option('--card <id>', 'of this card')
    .option('--after <id>', 'continues after the transaction of this id')
    .addOption(urlOption())
    .addOption(keyOption('operator', 'Bearer key of role auditor, settler or operator'))
    .option('--json', 'prints each one as one line of JSON, as it does in a pipe')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      await tail(shell, options);
      done(0);
    });
  return logs;
}

const EXAMPLES = `
Examples:
  cardway logs tail --terminal 0068766621
  cardway logs tail --state in_doubt --json | jq .requestId`;

async function tail(shell: Shell, options: Options): Promise<void> {
  // Loaded here, so that other commands do not wait for GraphQL.
  const { subscribeTo } = await import('../../client/subscription.js');
  const { url, key, after } = options;
  // A filter that is no number would match nothing for ever.
  const card = integerOf('--card', options.card);
  const resultCode = integerOf('--result-code', options.resultCode);
  const proof = typeof key === 'string' ? { key } : { key: '', cookie: key.cookie };
  const table = createTable(COLUMNS, shell.terminalWidth);
  const lineOf = isJson(shell, options)
    ? (saved: Saved) => `${JSON.stringify(saved)}\n`
    : (saved: Saved) => table.add([saved]);
  const variables = { terminalId: options.terminal ?? null };
  const followed = { document: DOCUMENT, field: 'transactionSaved', variables };
  await follow(shell, { url, greeting: 'Following', credential: key }, async (connection) => {
    for await (const row of subscribeTo<Saved>(followed, { ...connection, url, ...proof, after })) {
      const transaction = plainValues(row);
      if (isWanted(transaction, { ...options, card, resultCode })) shell.out(lineOf(transaction));
    }
  });
}

/** The widths hold usual values, so that the header rarely changes. */
const COLUMNS: Columns<Saved> = {
  Received: 'receivedAt',
  Method: { of: 'methodName', widthMin: 15 },
  Terminal: 'terminalId',
  Amount: { of: amountText, isRight: true, widthMin: 9 },
  State: { of: 'state', widthMin: 12 },
  Result: {
    of: ({ resultCode, repliedResultCode }) => resultCode ?? repliedResultCode,
    isRight: true,
  },
  'Request id': { of: 'requestId', widthMin: 38 },
  Reason: { of: ({ replyReason, errorCode }) => replyReason ?? errorCode, isLong: true, widthMin: 12 },
};

function isWanted(saved: Saved, options: Wanted): boolean {
  const wanted: readonly (readonly [asked: string | number | undefined, is: string | number | null])[] = [
    [options.method, saved.methodName],
    [options.state, saved.state],
    [options.resultCode, saved.resultCode ?? saved.repliedResultCode],
    [options.reference, saved.reference],
    [options.card, saved.cardId],
  ];
  return wanted.every(([asked, is]) => asked === undefined || asked === is);
}
