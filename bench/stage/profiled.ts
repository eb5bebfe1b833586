import { readFileSync } from 'node:fs';
import { startProgram, type Program, type ProgramOptions } from './program.js';

/** A gateway that hands over, at its stop, the table of what its processor time went to. */
export async function startProfiled(
  options: ProgramOptions,
  onProfile: (name: string, table: string) => void,
): Promise<Program> {
  const program = await startProgram({ ...options, args: [...options.args, '--profile-stages'] });
  let isTold = false;
  return {
    ...program,
    async stop() {
      await program.stop();
      if (!isTold) onProfile(options.name, lastTable(readFileSync(options.logPath, 'utf8')));
      isTold = true;
    },
  };
}

/** The table that a gateway wrote last, between lines of its log. */
function lastTable(log: string): string {
  const lines = log.split('\n').filter((line) => !line.startsWith('{'));
  const head = lines.findLastIndex((line) => line.endsWith(' replies'));
  return head === -1 ? 'told nothing\n' : `${lines.slice(head).join('\n').trimEnd()}\n`;
}
