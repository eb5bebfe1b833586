import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../tidy/tree.js';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real nginx with the configuration of the compose file. Only places differ: its port, the gateways behind it, and its
 * files. `change` adds a fault that a test needs.
 */
export async function startNginx(args: {
  readonly upstreams: readonly string[];
  readonly change?: (configuration: string) => string;
}): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'cardway-nginx-'));
  // nginx started by root runs its workers as another user.
  chmodSync(folder, 0o755);
  const shipped = readFileSync(join(ROOT, 'deploy/nginx/nginx.conf'), 'utf8');
  const servers = args.upstreams.map((url) => `server ${new URL(url).host};`).join('\n    ');
  const change = args.change ?? ((text: string) => text);
  const configurationOf = (port: number): string =>
    change(shipped)
      .replace(/server gateway-1:4000;\s+server gateway-2:4000;/, servers)
      .replace('listen 8080;', `listen 127.0.0.1:${String(port)};`)
      .replace('/dev/stderr', `${folder}/error.log`)
      .replaceAll('/tmp/nginx', `${folder}/nginx`);
  // nginx cannot be asked for a free port: a refused one is replaced by another.
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configurationOf(port));
    const child = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const isUp = await Promise.race([listening(port, child), exited.then(() => false)]);
    if (isUp) {
      return {
        url: `http://127.0.0.1:${String(port)}`,
        async stop() {
          child.kill('SIGQUIT');
          await exited;
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
    const complaint = readFileSync(join(folder, 'error.log'), 'utf8');
    if (!complaint.includes('Address already in use')) throw new Error(complaint);
  }
}

/** Resolves once something accepts connections there. */
async function listening(port: number, child: { readonly exitCode: number | null }): Promise<boolean> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
