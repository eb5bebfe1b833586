import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseCores, stayOn } from './cores.js';
import { SIGNING_KEY } from './credentials.js';
import { makeDatabase, MASTER_KEY } from './directory.js';
import { startLoadGenerator, type LoadGenerator } from './load.js';
import { benchFile, ROOT, startProgram, type Program, type ProgramOptions } from './program.js';

/** Common parts of all scenarios of a run. */
export interface Stage {
  readonly folder: string;
  readonly generator: LoadGenerator;
  readonly downstream: Program;
  /** Starts a gateway on the subject's core, with its own database unless one is named. */
  startGateway(options?: GatewayOptions): Promise<Program>;
  /** Starts one of the programs of bench/peers, with its own SQLite file unless another database is named. */
  startPeer(name: string, options?: { readonly database?: string }): Promise<Program>;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly databaseUrl?: string;
  readonly nodeArgs?: readonly string[];
}

const WALLETS = 1000;

/** `profiling` is given to Node for each gateway, to find out where time goes. */
export async function openStage(profiling: readonly string[]): Promise<Stage> {
  const cores = chooseCores();
  stayOn(cores.load);
  const folder = mkdtempSync(join(tmpdir(), 'cardway-bench-'));
  const programs: Program[] = [];
  const start = async (args: Omit<ProgramOptions, 'logPath'>): Promise<Program> => {
    const logPath = join(folder, `${String(programs.length)}-${args.name}.log`);
    const program = await startProgram({ ...args, logPath });
    programs.push(program);
    return program;
  };
  const downstream = await start({
    name: 'downstream',
    args: benchFile('load', 'downstream.ts'),
    cores: cores.load,
    env: {},
  });
  const generator = startLoadGenerator(cores.load);
  return {
    folder,
    generator,
    downstream,
    async startGateway({ name = 'gateway', env, databaseUrl, nodeArgs = [] } = {}) {
      const path = join(folder, `${String(programs.length)}.db`);
      if (databaseUrl === undefined) await makeDatabase(path, WALLETS);
      const main = join(ROOT, 'dist/main.js');
      return start({
        name,
        args: [...profiling, ...nodeArgs, main, 'serve', '--json'],
        cores: cores.subject,
        env: {
          CARDWAY_PORT: '0',
          CARDWAY_DATABASE_URL: databaseUrl ?? `sqlite:${path}`,
          CARDWAY_MASTER_KEY: MASTER_KEY,
          CARDWAY_SIGNING_KEY: SIGNING_KEY,
          CARDWAY_DOWNSTREAM_URL: `${downstream.url}/internal/proxy-endpoint`,
          ...env,
        },
      });
    },
    startPeer(name, { database = join(folder, `${String(programs.length)}-${name}.db`) } = {}) {
      return start({
        name,
        args: benchFile('peers', `${name}.ts`),
        cores: cores.subject,
        env: {
          DOWNSTREAM_URL: `${downstream.url}/internal/proxy-endpoint`,
          SIGNING_KEY,
          DATABASE: database,
        },
      });
    },
    async close() {
      await generator.stop();
      for (const program of programs.reverse()) await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
