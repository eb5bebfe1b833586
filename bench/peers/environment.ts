import type { Server } from 'node:net';

/** Settings of every peer. */
export const downstream = process.env['DOWNSTREAM_URL'] ?? '';
export const signingKey = process.env['SIGNING_KEY'] ?? '';
export const databasePath = process.env['DATABASE'] ?? '';

/** Listens on a free port and prints its URL. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    ready(address !== null && typeof address === 'object' ? address.port : 0);
  });
}

export function ready(port: number): void {
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${String(port)}` })}\n`);
}
