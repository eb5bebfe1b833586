import type { Server } from 'node:http';
import xmlrpc from 'xmlrpc';
import { transact } from './stock-transact.js';

/** Starts the server of the xmlrpc package. Its date type is a Date, its ints are numbers. */
export function startXmlRpc(): Promise<Server> {
  return new Promise((resolve) => {
    const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0, path: '/RPC2' }, () => {
      resolve((server as unknown as { httpServer: Server }).httpServer);
    });
    server.on(
      'Deduct',
      (_error: unknown, params: unknown[], done: (error: unknown, value: unknown) => void) => {
        const [terminal_id, reference, request_amount, narrative, transaction_type, transaction_data] =
          params;
        const envelope = {
          request: {
            ...{ terminal_id, reference, request_amount, narrative, transaction_type, transaction_data },
            transaction_id: params[6],
            transaction_date: (params[7] as Date).toISOString(),
            checksum: params[8],
            method_name: 'Deduct',
          },
          customer_id: 1,
          card_id: 1,
          request_id: `1_${String(Date.now())}_${String(params[6])}`,
        };
        transact(envelope).then(
          ({ response }) => done(null, response),
          (error: unknown) => done(error, null),
        );
      },
    );
  });
}
