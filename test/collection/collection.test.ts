/**
 * Runs the requests of the Bruno collection of docs/collection in order against a fresh sandbox. Bruno's own reader reads the
 * files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bruToEnvJsonV2, bruToJsonV2 } from '@usebruno/lang';
import { send } from '../support/channels/http.js';
import { sharedGateway } from '../support/gateway.js';

const FOLDER = resolve(__dirname, '..', '..', 'docs', 'collection');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const requests = readdirSync(FOLDER).filter((name) => name.endsWith('.bru'));

const variables = new Map<string, string>();

const gateway = sharedGateway();

beforeAll(async () => {
  for (const { name, value } of bruToEnvJsonV2(read('environments/sandbox.bru')).variables)
    variables.set(name, value);
  variables.set('url', gateway.url);
});

const filled = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`The collection has no variable ${name}.`);
    return value;
  });

it.each(requests)('%s', async (file) => {
  const { http, headers = [], auth, body, vars, assertions = [] } = bruToJsonV2(read(file));
  const token = auth?.bearer?.token;
  const reply = await send(filled(http.url), {
    method: http.method.toUpperCase(),
    headers: {
      ...(body?.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(headers.map(({ name, value }) => [name, filled(value)])),
      ...(token === undefined ? {} : { Authorization: filled(`Bearer ${token}`) }),
    },
    body: filled(body?.json ?? body?.xml ?? ''),
  });
  const text = reply.bytes.toString('utf8');
  const res = { status: reply.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
  expect(assertions.length).toBeGreaterThan(0);
  for (const { name, value } of assertions)
    expect([name, `eq ${String(at(res, name))}`]).toEqual([name, value]);
  for (const { name, value } of vars?.res ?? []) variables.set(name, String(at(res, value)));
});

/** Returns the value at a path such as `res.body.text` of a reply. */
function at(res: unknown, path: string): unknown {
  const [, ...names] = path.split('.');
  return names.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], res);
}
