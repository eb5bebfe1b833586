import { moveDatabase, type MoveProgress, type MoveReport } from '../store/move/move.js';
import { loadConfig } from './configuration.js';
import { counted, createProgress } from './progress.js';
import { UsageError, type Shell } from './shell.js';

export interface MoveOptions {
  readonly from?: string;
  readonly to?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** `migrate --from … --to …`: everything of one database into another. Of the configuration only the master key is used. */
export async function move(shell: Shell, options: MoveOptions): Promise<void> {
  const { from, to } = options;
  if (from === undefined || to === undefined) throw new UsageError('--from and --to belong together.');
  if (from === to) throw new UsageError('--from and --to must differ.');
  const { settings } = loadConfig(shell, { ...options, isOffline: true });
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  const progress = createProgress(shell);
  try {
    const report = await moveDatabase({
      from,
      to,
      masterKey: settings.masterKey,
      newId: shell.world.newId,
      stopping: stopping.signal,
      onProgress: (now) => progress.show(lineOf(now)),
    });
    progress.end();
    shell.out(options.json === true ? `${JSON.stringify(report)}\n` : textOf(report));
    if (settings.masterKey === undefined && /^sqlite:/i.test(from)) shell.err(keyAdvice(from));
  } catch (error) {
    progress.end();
    throw error;
  }
}

function lineOf({ step, table, rows, total }: MoveProgress): string {
  return `${step === 'copying' ? 'Copying' : 'Checking'} ${table}: ${counted(rows)} of ${counted(total)} rows`;
}

function textOf({ resumed, tables }: MoveReport): string {
  const lines = tables.map(
    ({ table, rows, checksum }) => `${table.padEnd(22)} ${counted(rows).padStart(12)}  ${checksum}`,
  );
  const end = `Complete${resumed ? ', after an interrupted start' : ''}: counts and checksums agree.`;
  return [...lines, end].map((line) => `${line}\n`).join('');
}

/** The key itself is never shown. */
function keyAdvice(from: string): string {
  const file = `${from.replace(/^sqlite:/i, '')}.key`;
  return `The copy needs the same master key: CARDWAY_MASTER_KEY="hex:$(cat ${file})".\n`;
}
