import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionGate } from './connection-gate.js';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [TIMEOUT]: 408,
};

/**
 * Answers input that is not HTTP and ends the connection, once the requests before it have their replies. A request that the gate
 * keeps from the parser is not late: its time begins when the replies before it have gone out.
 */
export function answerUnreadable(server: Server, gate: ConnectionGate): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = error.code ?? '';
    if (code === TIMEOUT && gate.excuse(socket)) return;
    const status = STATUSES[code] ?? 400;
    gate.endUnreadable(socket, (hasBegunAnswer) => {
      if (socket.writable && !hasBegunAnswer) {
        socket.write(
          `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n`,
        );
      }
      socket.destroy(error);
    });
  });
}
