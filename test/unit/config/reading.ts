import {
  type Config,
  type ConfigSources,
  describeProblems,
  readConfig,
} from '../../../src/platform/config.js';

export interface Reading {
  /** Texts of files by path. `cardway.yaml`, where present, is read as the configuration file. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: NonNullable<ConfigSources['overrides']>;
  readonly sandbox?: boolean;
}

/** Settings that `serve` requires. */
export const NEEDED = {
  CARDWAY_DOWNSTREAM_URL: 'https://wallets.internal/internal/proxy-endpoint',
  CARDWAY_SIGNING_KEY: 'a signing key of ours',
};

export function configOf(reading: Reading): Config {
  const result = read(reading);
  if (result.kind === 'invalid') throw new Error(describeProblems(result.problems));
  return result.config;
}

/** Returns the problems by key. Empty where none exist. */
export function problemsOf(reading: Reading): Readonly<Record<string, { seen?: string; allowed: string }>> {
  const result = read(reading);
  if (result.kind === 'ok') return {};
  return Object.fromEntries(
    result.problems.map(({ key, seen, allowed }) => [
      key,
      seen === undefined ? { allowed } : { seen, allowed },
    ]),
  );
}

/** Returns the text for the operator. */
export function complaintOf(reading: Reading): string {
  const result = read(reading);
  return result.kind === 'ok' ? '' : describeProblems(result.problems);
}

function read({ files = {}, env = {}, overrides = {}, sandbox = false }: Reading) {
  const config = files['cardway.yaml'] === undefined ? {} : { configFile: 'cardway.yaml' };
  return readConfig({
    env: { ...(sandbox ? {} : NEEDED), ...env },
    readFile(path) {
      const text = files[path];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
    ...config,
    overrides,
    isStart: true,
    isSandbox: sandbox,
  });
}
