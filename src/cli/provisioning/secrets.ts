import { Command, Option } from 'commander';
import {
  AddSharedKeyDocument,
  ProgrammesDocument,
  SetSharedKeyStateDocument,
} from '../../generated/operations.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import { keyOption } from '../gateway-options.js';
import { printEntry, printList } from '../print.js';
import { CliError, Fault, readOf, type Shell, UsageError } from '../shell.js';
import { postJson } from '../transactions/send-channels.js';

interface KeyOptions extends AskOptions {
  readonly programme: string;
  readonly keyId: string;
}

interface AddOptions extends KeyOptions {
  readonly fromFile: string;
  readonly raw?: boolean;
  readonly state: 'active' | 'retiring';
}

/** Returns `shared-keys list|add|activate|retire|end`. Keys are issued out of band, enter by a file and never come out. */
export function sharedKeysCommand(shell: Shell): Command {
  const group = new Command('shared-keys').description(
    'Adds, lists and rotates the shared keys of programmes.',
  );
  const print = (options: KeyOptions, key: object): void => {
    const row = { programme: options.programme, keyId: options.keyId, ...key };
    printEntry(shell, options, { sharedKeys: [row] }, row);
  };
  addList(group, shell);
  ofOneKey(group.command('add'))
    .description('Seals a key with the master key and keeps it. Adding what is there changes nothing.')
    .requiredOption('--from-file <file>', 'holds the key as hex digits (16 to 64 bytes); with --raw as bytes')
    .option('--raw', 'the file holds the bytes of the key themselves')
    .addOption(
      new Option('--state <state>', 'retiring adds a key that only verifies until you activate it')
        .choices(['active', 'retiring'])
        .default('active'),
    )
    .action(
      acting(async (ask, options: AddOptions) => {
        const { programme, keyId, state } = options;
        const input = { programme, keyId, state, key: keyIn(shell, options).toString('hex') };
        print(options, (await ask(AddSharedKeyDocument, { input })).addSharedKey.sharedKey);
      }),
    );
  for (const [name, state, description] of CHANGES)
    ofOneKey(group.command(name))
      .description(description)
      .action(
        acting(async (ask, options: KeyOptions) => {
          const input = { programme: options.programme, keyId: options.keyId, state };
          print(options, (await ask(SetSharedKeyStateDocument, { input })).setSharedKeyState.sharedKey);
        }),
      );
  return group;
}

const CHANGES = [
  ['activate', 'active', 'Activates a key. It issues and verifies. The newest active key issues.'],
  ['retire', 'retiring', 'Retires a key. It verifies its secrets and issues no new ones.'],
  ['end', 'retired', 'Ends a key for good. It neither issues nor verifies secrets.'],
] as const;

/** Adds `shared-keys list`, which reads the keys of each programme. */
function addList(group: Command, shell: Shell): void {
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists shared keys with their states, never the keys themselves.')
    .option('--programme <name>', 'of this programme only')
    .action(
      acting(async (ask, { programme: only, ...options }: Partial<KeyOptions> & AskOptions) => {
        await printList(shell, options, {
          what: 'shared keys',
          columns: {
            Programme: 'programme',
            Key: 'keyId',
            State: 'state',
            Created: 'createdAt',
            Changed: 'changedAt',
          },
          filter: { only },
          whenEmpty:
            'No shared keys yet. Add one: cardway shared-keys add --programme <name> --key-id <id> --from-file <file>',
          async pageOf(page) {
            const { programmes } = await ask(ProgrammesDocument, page);
            const named = programmes.edges.filter(
              ({ node }) => only === undefined || only === node.programme,
            );
            const edges = named.flatMap(({ node: { programme, sharedKeys } }) =>
              sharedKeys.map((key) => ({ node: { programme, ...key } })),
            );
            return { edges, pageInfo: programmes.pageInfo };
          },
        });
      }),
    );
}

function ofOneKey(command: Command): Command {
  return ofGateway(command)
    .requiredOption('--programme <name>', 'programme of the key')
    .requiredOption('--key-id <id>', '1 to 16 letters, digits, _ or -; the part of a secret before #');
}

/** Reads a key. Errors never repeat the content of the file. */
function keyIn(shell: Shell, { fromFile, raw }: AddOptions): Buffer {
  const bytes = readOf(`--from-file: ${fromFile}`, () => shell.readBytes(fromFile));
  if (raw === true) return bytes;
  const text = bytes.toString('latin1').replace(/\s+/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) {
    throw new CliError(
      '--from-file: the file must hold hex digits; give --raw if it holds the bytes themselves.',
    );
  }
  return Buffer.from(text, 'hex');
}

interface SecretOptions extends AskOptions {
  readonly card: string;
}

const SECRET_PATH = '/debit/v1/digitization/generate-time-based-secret';

/** Returns `secret --card 5001`: the request of an integrator's backend at the tap. */
export function secretCommand(shell: Shell): Command {
  return ofGateway(new Command('secret'), keyOption('integrator', 'Bearer key of role integrator'))
    .description('Asks a running gateway for a provisioning secret and prints it.')
    .requiredOption('--card <id>', 'card_id')
    .action(async (options: SecretOptions) => {
      if (!/^\d{1,16}$/.test(options.card)) throw new UsageError('--card must be a card id: digits.');
      const { body } = await postJson(`${options.url}${SECRET_PATH}`, options.key, { card_id: options.card });
      const secret = secretIn(body);
      if (options.json === true) shell.out(`${JSON.stringify(body)}\n`);
      else if (secret === null) throw new CliError(refusalIn(body));
      else shell.out(`${secret}\n`);
      if (secret === null) throw new Fault();
    });
}

interface Envelope {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly payload?: { readonly secret?: string };
}

function secretIn(body: unknown): string | null {
  return (body as Envelope | null)?.payload?.secret ?? null;
}

function refusalIn(body: unknown): string {
  const error = (body as Envelope | null)?.error;
  return error?.code === undefined ? 'The gateway gave no secret.' : `${error.code}: ${error.message ?? ''}`;
}
