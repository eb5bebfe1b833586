import { Option, type Command } from 'commander';
import {
  createAdministerProgrammes,
  type AdministerProgrammes,
} from '../usecase/provisioning/administer-programmes.js';
import type { SharedKeyInfo, SharedKeyState } from '../usecase/ports.js';
import { tell } from './administration/session.js';
import { commandGroup, type GroupOptions } from './command-group.js';
import { CliError, type Shell } from './shell.js';
import { cliActor, withStore } from './with-store.js';

interface Options extends GroupOptions {
  readonly programme: string;
  readonly keyId: string;
  readonly fromFile: string;
  readonly raw?: boolean;
  readonly state: 'active' | 'retiring';
}

/** `shared-keys add|list|activate|retire|end`: keys issued out of band; they go in by a file and never come out. */
export function sharedKeysCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'shared-keys',
    'Adds, lists and rotates the shared keys of programmes, in the database of the configuration.',
  );
  const running =
    (work: Work) =>
    async (_options: unknown, command: Command): Promise<void> => {
      const options = command.optsWithGlobals<Options>();
      const infos = await withStore(shell, options, (store) =>
        work(createAdministerProgrammes(store.provisioningAdmin), options),
      );
      const sharedKeys = infos.map(shown);
      tell(shell, options, { sharedKeys, rows: sharedKeys });
      done(0);
    };
  group
    .command('list', { isDefault: true })
    .description('Ids and states; never a key.')
    .option('--programme <name>', 'of this programme only')
    .action(running((administer, { programme }) => administer.sharedKeys({ programme })));
  addCommand(group).action(
    running(async (administer, options) => [
      await administer.addSharedKey({
        ...namesOf(shell, options),
        key: keyIn(shell, options),
        state: options.state,
      }),
    ]),
  );
  for (const [name, state, description] of CHANGES) {
    ofOneKey(group.command(name).description(description)).action(
      running(async (administer, options) => [
        await administer.setSharedKeyState({ ...namesOf(shell, options), state }),
      ]),
    );
  }
  return group;
}

type Work = (administer: AdministerProgrammes, options: Options) => Promise<readonly SharedKeyInfo[]>;

function namesOf(shell: Shell, { programme, keyId }: Options) {
  return { programme, sharedKeyId: keyId, actor: cliActor(shell) };
}

const CHANGES: readonly (readonly [name: string, state: SharedKeyState, description: string])[] = [
  ['activate', 'active', 'The key issues and verifies; of several active ones, the one added last issues.'],
  ['retire', 'retiring', 'The key verifies what it issued, and issues no more.'],
  ['end', 'retired', 'The key neither issues nor verifies, for ever.'],
];

function addCommand(command: Command): Command {
  return ofOneKey(
    command
      .command('add')
      .description('Seals a key with the master key and keeps it. Adding what is there changes nothing.')
      .requiredOption(
        '--from-file <file>',
        'holds the key as hex digits (16 to 64 bytes); with --raw as bytes',
      )
      .option('--raw', 'the file holds the bytes of the key themselves')
      .addOption(
        new Option('--state <state>', 'retiring: the key verifies, and issues once it is activated')
          .choices(['active', 'retiring'])
          .default('active'),
      ),
  );
}

function ofOneKey(command: Command): Command {
  return command
    .requiredOption('--programme <name>', 'the programme that the key belongs to')
    .requiredOption('--key-id <id>', '1 to 16 letters, digits, _ or -; the part of a secret before #');
}

/** Nothing of the file is ever repeated, not even where it is wrong. */
function keyIn(shell: Shell, { fromFile, raw }: Options): Buffer {
  const bytes = bytesOf(shell, fromFile);
  if (raw === true) return bytes;
  const text = bytes.toString('latin1').replace(/\s+/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) {
    throw new CliError(
      '--from-file: the file must hold hex digits; give --raw if it holds the bytes themselves.',
    );
  }
  return Buffer.from(text, 'hex');
}

function bytesOf(shell: Shell, path: string): Buffer {
  try {
    return shell.readBytes(path);
  } catch {
    throw new CliError(`--from-file: ${path} cannot be read.`);
  }
}

function shown(info: SharedKeyInfo) {
  return {
    programme: info.programme,
    keyId: info.sharedKeyId,
    state: info.state,
    createdAt: new Date(info.createdAtMs).toISOString(),
    changedAt: new Date(info.changedAtMs).toISOString(),
  };
}
