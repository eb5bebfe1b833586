#!/usr/bin/env node
/**
 * Program entry. It starts `main-program` on this Node. If this Node is too old, it continues with the Node of the checkout.
 * It imports nothing that an old Node cannot load.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isNodeRecent, NODE_NEEDED } from './platform/build.js';

/** Node that `npm start` and `npm test` download (scripts/setup/node.mjs). */
const BROUGHT_NODE = join(__dirname, '..', '.node', 'bin', 'node');
/**
 * Variable with the process id of the old Node. The parent sets it; the child removes it before anything reads the settings.
 */
const STARTED_BY = 'CARDWAY_STARTED_BY';
/**
 * Signals that a terminal, a shell or a supervisor sends. SIGKILL cannot be caught: the child notices it because its channel
 * closes.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

const startedBy = process.env[STARTED_BY];
Reflect.deleteProperty(process.env, STARTED_BY);

if (isNodeRecent(process.versions.node)) {
  const [command = 'serve'] = process.argv.slice(2);
  // It would let anybody on the network pass for the OpenID provider, and sign in as an operator.
  if (command === 'serve') Reflect.deleteProperty(process.env, 'NODE_TLS_REJECT_UNAUTHORIZED');
  handleEarlySignals(command);
  if (startedBy === String(process.ppid)) stopWithParent();
  createRequire(__filename)('./main-program.js');
} else if (startedBy === undefined && existsSync(BROUGHT_NODE)) {
  goOnWith(BROUGHT_NODE);
} else {
  refuse();
}

/** Handles signals until the command has handlers of its own. */
function handleEarlySignals(command: string): void {
  // A tool that has changed a file sends SIGHUP, also to a gateway that is still starting. By default it ends the process.
  if (command === 'serve') process.on('SIGHUP', () => undefined);
  // By default, Node opens a debugger without a password to every user of this machine. Scripts send this signal for new log files.
  process.on('SIGUSR1', () => undefined);
  // The kernel drops signals that process 1 does not handle. A container would be killed only after its grace period.
  if (process.pid !== 1) return;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
    });
  }
}

/** Runs the same command with another Node. Forwards signals to it, and ends with its exit status or fatal signal. */
function goOnWith(node: string): void {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [STARTED_BY]: String(process.pid) },
    // The channel carries no message. It closes when this process ends, however it ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', refuse);
  child.on('exit', (status, signal) => endLike(status, signal));
}

function endLike(status: number | null, signal: NodeJS.Signals | null): void {
  if (signal === null) process.exit(status ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function stopWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a finished command alive.
  (process as unknown as ChildProcess).channel?.unref();
}

function refuse(): void {
  const { execPath, versions } = process;
  process.stderr.write(
    `Cardway needs Node ${String(NODE_NEEDED)} or later; this is Node ${versions.node} (${execPath}). ` +
      `In a checkout, run npm start or npm test once: they bring one. Elsewhere, install Node ${String(NODE_NEEDED)} or later.\n`,
  );
  process.exit(1);
}
