import type { Server } from 'node:http';
import { cutHandshakes } from './connection-gate.js';

/** Stops all servers of a process. Servers that never listened count as stopped. */
export async function drainAll(servers: readonly Server[], drainMs: number): Promise<void> {
  await Promise.all(servers.map((server) => drain(server, drainMs)));
}

/**
 * Stops a server: accepts no new connections, closes idle ones, lets requests under way end within `drainMs`, and cuts the rest.
 * Resolves when no connection is left.
 */
async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  cutHandshakes(server);
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
