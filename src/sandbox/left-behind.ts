import type { Directory } from '../usecase/ports.js';
import { SANDBOX_API_KEYS, SANDBOX_PROGRAMME, SANDBOX_TERMINAL_PASSWORD, SANDBOX_TERMINALS } from './data.js';

/** What a sandbox left in a database that everybody could use: names of its public keys, and of terminals with its public password. */
export async function sandboxSecretsIn(
  directory: Pick<Directory, 'apiKey' | 'terminal'>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { keyId, key } of SANDBOX_API_KEYS) {
    if ((await directory.apiKey(key)) !== null) found.push(`API key ${keyId}`);
  }
  const password = Buffer.from(SANDBOX_TERMINAL_PASSWORD);
  for (const terminalId of SANDBOX_TERMINALS) {
    const terminal = await directory.terminal(terminalId);
    if (terminal?.programme !== SANDBOX_PROGRAMME) continue;
    if (terminal.passwords.some((one) => one.equals(password))) found.push(`terminal ${terminalId}`);
  }
  return found;
}
