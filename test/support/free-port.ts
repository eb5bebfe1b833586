import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Returns a port that was free a moment ago, for a gateway that must restart at the same port. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
