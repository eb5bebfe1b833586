import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../support/channels/http.js';
import { temporaryFolder } from '../support/gateway.js';
import { ask, callEndpoint, PATHS } from '../support/provisioning/endpoints.js';
import { startCapturedGateway } from './captured-gateway.js';

const SHARED_KEY_HEX = '3132333435363738393031323334353637383930313233343536373839303132';
const GUESS = '73519284';

interface Canary {
  readonly name: string;
  readonly bytes: Buffer;
}

it('no secret, code or shared key is in the log at level trace, in errors, in metrics or in the database', async () => {
  const folder = temporaryFolder();
  const gateway = await startCapturedGateway({
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    CARDWAY_LOG_LEVEL: 'trace',
  });
  const { url } = gateway;
  const canaries: Canary[] = [
    { name: 'shared key', bytes: Buffer.from(SHARED_KEY_HEX, 'hex') },
    { name: 'shared key in hex', bytes: Buffer.from(SHARED_KEY_HEX) },
    { name: 'guess', bytes: Buffer.from(GUESS) },
  ];
  const said: string[] = [];
  for (const card_id of [5001, 5002]) {
    const { payload } = (await ask(url, PATHS.generate, { card_id })).envelope;
    const secret = payload['secret'] as string;
    canaries.push({ name: 'password', bytes: Buffer.from(secret.slice(secret.indexOf('#') + 1)) });
    for (const wrong of [`001#${GUESS}`, GUESS, `${GUESS}#1`]) {
      said.push((await ask(url, PATHS.verify, { card_id, secret: wrong })).bytes.toString());
      said.push(
        (await ask(url, PATHS.verifyActivationCode, { card_id, activation_code: wrong })).bytes.toString(),
      );
    }
    const exchanged = await ask(url, PATHS.activationCode, { card_id, secret });
    const code = exchanged.envelope.payload['activation_code'] as string;
    canaries.push({ name: 'activation code', bytes: Buffer.from(code) });
    said.push((await ask(url, PATHS.verify, { card_id, secret })).bytes.toString());
    said.push((await ask(url, PATHS.verify, { card_id: 'x', secret })).bytes.toString());
    const query = `?card_id=${String(card_id)}&secret=${encodeURIComponent(secret)}`;
    said.push((await callEndpoint(url, PATHS.verify, { query })).bytes.toString());
    const broken = `{"card_id":${String(card_id)},"secret":"${secret}"`;
    said.push((await callEndpoint(url, PATHS.verify, { body: broken })).bytes.toString());
    await ask(url, PATHS.verifyActivationCode, { card_id, activation_code: code });
  }
  const metrics = (await send(`${url}/metrics`, { method: 'GET' })).bytes;
  const database = (): Buffer =>
    Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  const running = database();
  expect(await gateway.stop()).toBe(0);
  const log = Buffer.from(gateway.written());
  const places = { log, metrics, running, stopped: database(), answers: Buffer.from(said.join('\n')) };
  // The output held something to search.
  expect(gateway.written()).toContain('"msg":"secret verified"');
  expect(metrics.toString()).toContain('cardway_secret_verifications_total');
  expect(running.includes('issued')).toBe(true);
  const found = Object.entries(places).flatMap(([place, bytes]) =>
    canaries.filter((canary) => bytes.includes(canary.bytes)).map(({ name }) => `${name} in ${place}`),
  );
  expect(canaries).toHaveLength(7);
  expect(found).toEqual([]);
});
