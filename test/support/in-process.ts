import { join } from 'node:path';
import { createApp } from '../../src/app/gateway.js';
import { openStoreOf } from '../../src/app/store.js';
import type { Clock } from '../../src/platform/clock.js';
import { describeProblems, readConfig } from '../../src/platform/config.js';
import { createLog } from '../../src/platform/log.js';
import { PATIENT, temporaryFolder } from './gateway.js';
import { machineClock, machineRuntime } from './machine-clock.js';
import { type Late, made, shared } from './shared.js';

/** A sandbox gateway in this process: its processor time and its exceptions belong to this process. */
export interface InProcessGateway {
  readonly url: string;
  /** Errors that it logged. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** `clock` takes the place of the machine's clocks, also for leases and sessions. Timers stay as they are. */
export async function startInProcess(
  env: Readonly<Record<string, string>>,
  { clock = machineClock }: { readonly clock?: Clock } = {},
): Promise<InProcessGateway> {
  const folder = temporaryFolder();
  const runtime = machineRuntime(clock);
  const { readFile } = runtime;
  const defaults = { CARDWAY_PORT: '0', CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}` };
  const reading = readConfig({ env: { ...defaults, ...PATIENT, ...env }, readFile, isSandbox: true });
  if (reading.kind === 'invalid') throw new Error(describeProblems(reading.problems));
  const errors: string[] = [];
  const log = createLog({ level: 'error', format: 'json', clock, write: (line) => errors.push(line) });
  const store = await openStoreOf(reading.config, runtime);
  await store.migrate();
  const app = await createApp({ config: reading.config, runtime, log, store });
  const { url } = await app.listen();
  return {
    url,
    errors,
    async stop() {
      await app.close();
    },
  };
}

export const sharedInProcess = (env: Late<Readonly<Record<string, string>>>): InProcessGateway =>
  shared(
    () => startInProcess(made(env)),
    (gateway) => gateway.stop(),
  );
