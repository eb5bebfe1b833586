// Head of a process group (child.mjs). Its standard input is a pipe whose other end only the parent holds. If that end closes
// before the program ends, the parent is dead, and the head ends the whole group. Otherwise an `npm ci` that outlives its killed
// parent would write into the node_modules of the next one.
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

// The group gets these signals from the parent. The program decides about them, and this process waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

process.stdin.resume().on('close', () => process.kill(-process.pid, 'SIGKILL'));

child.on('error', (error) => {
  process.stderr.write(`${program} cannot be started: ${error.message}\n`);
  process.exit(127);
});
child.on('exit', (status) => process.exit(status ?? 1));
