import type { PrimaryLink, StartMessage } from '../cluster/messages.js';
import { createSiblings } from '../cluster/siblings.js';
import type { Config } from '../config.js';
import { createLog, type Logger } from '../log.js';
import type { Tracing } from '../tracing.js';
import { openStoreOf } from '../wiring/store.js';
import { messageOf } from './message-of.js';
import { takeOver } from './serve-reload.js';
import { listenOf, stopWithin, tracingOf } from './serve-steps.js';
import type { Shell } from './shell.js';

/** One of several processes that serve: told by its primary what to do, and when to stop. Resolves with the exit status. */
export async function runWorker(shell: Shell, primary: PrimaryLink): Promise<number> {
  const stopped = Promise.race([shell.untilStopped(), until(primary, 'stop')]);
  const start = await until(primary, 'start');
  const { worker, logFormat: format } = start;
  // The port is the one that all workers have, which need not be the one that was configured.
  const settings = { ...start.config.settings, port: start.port };
  const config = { ...start.config, settings };
  const tracing = await tracingOf(config);
  const about = tracing?.about;
  const log = createLog({ level: settings.logLevel, format, write: shell.log.write, about }).child({
    worker,
  });
  try {
    const { app, url } = await open(shell, { config, log, tracing, primary, start });
    primary.send({ kind: 'listening', url, port: portOf(url) });
    primary.onMessage((message) => {
      if (message.kind === 'reload')
        void takeOver(
          app,
          { ...message.config, settings: { ...message.config.settings, port: start.port } },
          log,
        );
    });
    await stopped;
    await stopWithin(shell, app, { config, log });
    return 0;
  } catch (error) {
    const sentence = messageOf(error);
    log.error({ err: error }, 'the worker failed');
    primary.send({ kind: 'failed', sentence });
    return 1;
  }
}

async function open(
  shell: Shell,
  parts: {
    readonly config: Config;
    readonly log: Logger;
    readonly tracing: Tracing | null;
    readonly primary: PrimaryLink;
    readonly start: StartMessage;
  },
) {
  const { config, log, start, tracing } = parts;
  const { world } = shell;
  // The primary has migrated it.
  const store = await openStoreOf(config, world);
  const { createApp } = await import('../app.js');
  const siblings = createSiblings(parts.primary, start);
  const sandbox = start.sandbox === null ? null : { ...start.sandbox, close: () => Promise.resolve() };
  const app = await createApp({ config, world, log, store, siblings, sandbox, tracing });
  return { app, ...(await listenOf(app, config)) };
}

function until<Kind extends 'start' | 'stop'>(primary: PrimaryLink, kind: Kind) {
  type Wanted = Extract<Parameters<Parameters<PrimaryLink['onMessage']>[0]>[0], { kind: Kind }>;
  return new Promise<Wanted>((resolve) => {
    primary.onMessage((message) => {
      if (message.kind === kind) resolve(message as Wanted);
    });
  });
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
