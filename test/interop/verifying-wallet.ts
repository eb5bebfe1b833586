import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A wallet service in another language, which verifies signatures over the bytes of the socket. */
export interface VerifyingWallet {
  readonly url: string;
  report(): Promise<{ verified: number; rejected: readonly unknown[] }>;
  close(): Promise<void>;
}

export interface Verifier {
  readonly program: string;
  readonly script: string;
  /** Command that ends with 0 where the program has everything that the script needs. */
  readonly probe: readonly string[];
}

/** Finds a verifier. Returns undefined, and prints why, where nothing on this machine can verify. */
export function findVerifier(): Verifier | undefined {
  const verifiers: readonly Verifier[] = [
    { program: 'python3', script: 'verifying-wallet.py', probe: ['-c', 'import hmac, http.server'] },
    { program: 'perl', script: 'verifying-wallet.pl', probe: ['-MDigest::SHA', '-MJSON::PP', '-e', '1'] },
  ];
  return verifiers.find(({ program, probe }) => {
    const isThere = spawnSync(program, probe).status === 0;
    if (!isThere) process.stderr.write(`${program} cannot verify signatures: it is not on this machine.\n`);
    return isThere;
  });
}

/** Starts the wallet. `signingKey`: text, whose UTF-8 bytes are the key. */
export async function startVerifyingWallet(verifier: Verifier, signingKey: string): Promise<VerifyingWallet> {
  const key = Buffer.from(signingKey, 'utf8').toString('hex');
  const child = spawn(verifier.program, [join(__dirname, verifier.script), key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/internal/proxy-endpoint`,
    report: async () => (await (await fetch(`${origin}/report`)).json()) as never,
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
