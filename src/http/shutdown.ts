import type { Server } from 'node:http';

/**
 * Stops a server: no new connections, idle ones closed, what is in flight finished within `drainMs`, the rest cut.
 * Resolves when no connection is left.
 */
export async function drain(server: Server, drainMs: number): Promise<void> {
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
