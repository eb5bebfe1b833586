// npm install express cardway
import express, { type Express } from 'express';
import { verifyMessageSignature } from 'cardway/client';

/** A wallet service that answers the gateway and nobody else. `keys`: as CARDWAY_SIGNING_KEY of the gateway, the next one beside it. */
export function walletService(keys: readonly string[]): Express {
  const app = express();
  // The bytes as they came: parsed and written again they are others.
  app.use(express.raw({ type: 'application/json', limit: '1mb' }));
  app.post('/transactions', (request, response) => {
    // A request of another type, or without a body, has no bytes.
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!verifyMessageSignature(body, request.headers['x_msg_signature'], keys)) {
      response.status(401).json({ error: 'The signature is wrong.' });
      return;
    }
    const call = JSON.parse(body.toString('utf8')) as { customer_id: number };
    response.json({
      status: 'success',
      message: '',
      customerId: call.customer_id,
      response: { resultCode: 1, balanceAmount: 626900 },
    });
  });
  return app;
}
