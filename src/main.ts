#!/usr/bin/env node
/**
 * Program entry. Starts `main-program` on this Node, or goes on with the Node of the checkout where this one is too old. It imports
 * nothing that an old Node cannot load.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isNodeRecent, NODE_NEEDED } from './platform/build.js';

/** `npm start` and `npm test` leave one here (scripts/setup/node.mjs). */
const BROUGHT_NODE = join(__dirname, '..', '.node', 'bin', 'node');
/** Set for the child, and removed there before anybody reads the settings: process id of the old Node. */
const STARTED_BY = 'CARDWAY_STARTED_BY';
/** Those that a terminal, a shell or a supervisor sends. SIGKILL cannot be caught: the child notices by its channel. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

const startedBy = process.env[STARTED_BY];
Reflect.deleteProperty(process.env, STARTED_BY);

if (isNodeRecent(process.versions.node)) {
  if (startedBy === String(process.ppid)) stopWithParent();
  createRequire(__filename)('./main-program.js');
} else if (startedBy === undefined && existsSync(BROUGHT_NODE)) {
  goOnWith(BROUGHT_NODE);
} else {
  refuse();
}

/** Runs the same command with another Node. Signals go there; the exit status or the fatal signal comes back. */
function goOnWith(node: string): void {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [STARTED_BY]: String(process.pid) },
    // The channel carries no message: it closes when this process ends in whatever way.
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
  // A command that has done its work ends: waiting for the parent does not keep it.
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
