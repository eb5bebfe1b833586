#!/usr/bin/env node
/** Process entry: the only reader of `process`. Everything else is handed what it needs. */
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import pino from 'pino';
import { runCli } from './cli/program.js';
import type { Shell } from './cli/shell.js';

const logFile = pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 50 });

const shell: Shell = {
  argv: process.argv.slice(2),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  log: { write: (line) => void logFile.write(line), flush: () => logFile.flushSync() },
  readFile: (path) => readFileSync(path, 'utf8'),
  readBytes: (path) => readFileSync(path),
  fileExists: existsSync,
  nodeVersion: process.versions.node,
  world: {
    clock: { nowMs: () => Date.now() },
    timer: {
      wait(ms) {
        let timeout: NodeJS.Timeout | undefined;
        const done = new Promise<void>((resolve) => {
          timeout = setTimeout(resolve, ms);
        });
        return { done, cancel: () => clearTimeout(timeout) };
      },
    },
    newId: randomUUID,
    random: () => randomInt(2 ** 47) / 2 ** 47,
    owner: `${String(process.pid)}-${randomUUID()}`,
    readFile: (path) => readFileSync(path, 'utf8'),
  },
  untilStopped: () =>
    new Promise((resolve) => {
      // A second signal changes nothing: the stop is on its way, and exitWithin bounds it.
      process.on('SIGTERM', resolve);
      process.on('SIGINT', resolve);
    }),
  /** A stop that hangs must not hold up a deployment: the process ends, and says that it did not end well. */
  exitWithin(ms) {
    setTimeout(() => {
      process.stderr.write('The stop took too long; what was left is cut.\n');
      process.exit(1);
    }, ms).unref();
  },
};

process.on('uncaughtException', (error) => {
  logFile.flushSync();
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});

void runCli(shell).then((status) => {
  logFile.flushSync();
  process.exitCode = status;
});
