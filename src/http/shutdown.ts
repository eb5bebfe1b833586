import type { Server } from 'node:http';

/** All servers of a process; those that never listened count as stopped. */
export async function drainAll(servers: readonly Server[], drainMs: number): Promise<void> {
  await Promise.all(servers.map((server) => drain(server, drainMs)));
}

/**
 * Stops a server: no new connections, idle ones closed, what is in flight finished within `drainMs`, the rest cut.
 * Resolves when no connection is left.
 */
async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, drainMs);
  const sweepIdle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweepIdle);
}
