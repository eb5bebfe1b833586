/** Compiles clients/xmlrpc-c.c, where a compiler and the library's headers are installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = join(__dirname, 'clients', 'xmlrpc-c.c');

/** Returns why the client cannot be compiled here. Returns undefined when it can. A fault in its source is no such reason. */
export function xmlrpcCMissing(): string | undefined {
  if (spawnSync('gcc', ['--version']).error !== undefined) return 'there is no gcc';
  const config = spawnSync('xmlrpc-c-config', ['client', '--libs']);
  if (config.error !== undefined) return 'there is no xmlrpc-c-config';
  if (config.status !== 0) return 'xmlrpc-c is installed without its client';
  const input = '#include <xmlrpc-c/client.h>\n#include <xmlrpc-c/json.h>\n';
  const headers = spawnSync('gcc', ['-fsyntax-only', '-x', 'c', ...flags('--cflags'), '-'], { input });
  return headers.status === 0 ? undefined : 'there are no headers of an xmlrpc-c that knows JSON';
}

/** Calls `use` with the path of the program, and removes the program afterwards. */
export async function withXmlrpcC<T>(use: (program: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cardway-xmlrpc-c-'));
  try {
    const program = join(folder, 'xmlrpc-c');
    const { status, stderr } = spawnSync(
      'gcc',
      ['-o', program, ...flags('--cflags'), SOURCE, ...flags('--libs')],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`gcc ended with ${String(status)}: ${stderr}`);
    return await use(program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns compiler flags without curl: only the library itself needs it, and Debian does not install its headers with the
 * library.
 */
function flags(kind: '--cflags' | '--libs'): readonly string[] {
  const { stdout } = spawnSync('xmlrpc-c-config', ['client', kind], { encoding: 'utf8' });
  return stdout.split(/\s+/).filter((flag) => flag !== '' && flag !== '-lcurl');
}
