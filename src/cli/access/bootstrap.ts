import { type Parts, printResult } from '../entities/entity.js';
import { cliActor, type ConfiguredOptions, ofConfiguration, withStore } from '../with-store.js';

interface Options extends ConfiguredOptions {
  readonly reason?: string;
}

/** Adds `keys bootstrap`: the first operator key, which nobody with a key can make. It works on the database. */
export function addBootstrap({ shell, group }: Parts): void {
  ofConfiguration(group.command('bootstrap <key>'))
    .description(
      'Makes an operator key in the database, and prints it once. For a database without one, and for people who lost theirs.',
    )
    .option('--reason <reason>', 'why, if an operator key is enabled already; kept in the audit log')
    .action(async (keyId: string, options: Options) => {
      // Loaded here: other commands need no use cases.
      const { storedUseCases } = await import('../../app/administration.js');
      const { info, key: secret } = await withStore(shell, options, (store, config) => {
        const { keys } = storedUseCases({ config, runtime: shell.runtime, store }).administration;
        return keys.bootstrap(cliActor(shell), { keyId, reason: options.reason ?? '' });
      });
      printResult(shell, options, { key: { keyId, role: info.role }, secret });
    });
}
