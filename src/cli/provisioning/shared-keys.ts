import { readFileSync } from 'node:fs';
import { ProgrammesDocument } from '../../generated/operations.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import { changeCommand, changerOf, type Entity, type Parts, printResult } from '../entities/entity.js';
import { inputOf } from '../entities/field-options.js';
import { printList } from '../print.js';
import { CliError, readOf } from '../shell.js';

/** Shared keys of programmes. Keys are issued out of band, enter by a file and never come out. */
export const SHARED_KEYS: Entity = {
  command: 'shared-keys',
  about: 'Adds, lists and rotates the shared keys of programmes.',
  type: 'SharedKey',
  key: { field: 'keyId', name: 'key' },
  columns: {
    Programme: 'programme',
    Key: 'keyId',
    State: 'state',
    Created: 'createdAt',
    Changed: 'changedAt',
  },
  more(parts) {
    addList(parts);
    addAdd(parts);
    for (const [name, state, description] of CHANGES) addChange(parts, { name, state, description });
  },
};

const CHANGES = [
  ['activate', 'active', 'Activates a key. It issues and verifies. The newest active key issues.'],
  ['retire', 'retiring', 'Retires a key. It verifies its secrets and issues no new ones.'],
  ['end', 'retired', 'Ends a key for good. It neither issues nor verifies secrets.'],
] as const;

/** Adds `shared-keys list`, which reads the keys of each programme. */
function addList({ shell, group, entity }: Parts): void {
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists shared keys with their states, never the keys themselves.')
    .option('--programme <name>', 'of this programme only')
    .action(
      acting(async (ask, { programme: only, ...options }: AskOptions & { readonly programme?: string }) => {
        await printList(shell, options, {
          what: 'shared keys',
          columns: entity.columns,
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

interface AddOptions extends AskOptions {
  readonly fromFile: string;
  readonly raw?: boolean;
}

/** Adds `shared-keys add`. */
function addAdd({ shell, group, entity }: Parts): void {
  const add = changeCommand(group, 'add', { mutation: 'addSharedKey', words: { key: null } });
  const send = changerOf(entity, 'addSharedKey');
  add
    .requiredOption('--from-file <file>', 'holds the key as hex digits (16 to 64 bytes); with --raw as bytes')
    .option('--raw', 'the file holds the bytes of the key themselves')
    .action(
      acting(async (ask, options: AddOptions) => {
        const key = keyIn(options).toString('hex');
        printResult(shell, options, await send(ask, { ...(await inputOf(shell, add)), key }));
      }),
    );
}

/** Adds a command that gives a key a state. */
function addChange(
  { shell, group, entity }: Parts,
  {
    name,
    state,
    description,
  }: { readonly name: string; readonly state: string; readonly description: string },
): void {
  const command = changeCommand(group, name, { mutation: 'setSharedKeyState', words: { state: null } });
  const send = changerOf(entity, 'setSharedKeyState');
  command.description(description).action(
    acting(async (ask, options: AskOptions) => {
      printResult(shell, options, await send(ask, { ...(await inputOf(shell, command)), state }));
    }),
  );
}

/** Reads a key. Errors never repeat the content of the file. */
function keyIn({ fromFile, raw }: AddOptions): Buffer {
  const bytes = readOf(`--from-file: ${fromFile}`, () => readFileSync(fromFile));
  if (raw === true) return bytes;
  const text = bytes.toString('latin1').replace(/\s+/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) {
    throw new CliError(
      '--from-file: the file must hold hex digits; give --raw if it holds the bytes themselves.',
    );
  }
  return Buffer.from(text, 'hex');
}
