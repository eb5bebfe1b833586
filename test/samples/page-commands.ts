/** Runs the commands of a page of docs/ as printed. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROCESS_ENV } from '../support/gateway.js';

export const ROOT = resolve(__dirname, '..', '..');
export const run = promisify(execFile);

export const pageOf = (name: string): string => readFileSync(resolve(ROOT, 'docs', `${name}.md`), 'utf8');

/** Returns the block behind `<!-- kind: name -->`, also of a list item. */
export function blockOf(page: string, kind: 'run' | 'example', name: string): string {
  const block = new RegExp(`<!-- ${kind}: ${name} -->\\n *\`\`\`\\w*\\n([\\s\\S]*?)\\n *\`\`\``).exec(
    page,
  )?.[1];
  if (block === undefined) throw new Error(`The page has no ${kind} ${name}.`);
  return block.trimStart();
}

/** Runs a command in bash to its end, on the gateway with this URL. */
export const done = (line: string, url: string) => run('bash', ['-c', `${line} --url ${url}`], { cwd: ROOT });

/** Returns the URL that the ready line of a gateway names. */
export const urlOf = (line: string): string => (JSON.parse(line) as { url: string }).url;

/** Starts a command in its own process group, and resolves with it once a line of its output matches. */
export async function started(line: string, env: Record<string, string>, ready: RegExp, cwd = ROOT) {
  const child: ChildProcess = spawn('bash', ['-c', line], {
    cwd,
    // Python would write files beside the sample.
    env: { ...PROCESS_ENV, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${line} ended.`);
      if (wanted.test(value)) return value;
    }
  };
  return {
    line: await next(ready),
    /** Resolves with the next line that matches. */
    next,
    async stop() {
      process.kill(-child.pid!, 'SIGTERM');
      await exited;
    },
  };
}
