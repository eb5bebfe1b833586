/** Tests that `/openapi.json` describes exactly what the REST interfaces do. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Example, EXAMPLES } from '../../src/adapters/openapi/examples.js';
import { send } from '../support/channels/http.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { lint, problemsAt } from '../support/openapi.js';

const FILE = resolve(__dirname, '..', '..', 'schema', 'openapi.json');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const get = (path: string) => send(gateway.url + path, { method: 'GET' });

describe('GET /openapi.json', () => {
  it('gives everyone the document that is checked in', async () => {
    const { status, headers, bytes } = await get('/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(bytes.toString('utf8'))).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  });

  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({ info: { version } });
  });

  it('satisfies the linter', async () => {
    expect(await lint(FILE)).toEqual([]);
  });
});

describe('the examples', () => {
  const V1 = '/debit/v1/digitization';
  const calls: readonly (readonly [name: keyof typeof EXAMPLES, path: string, key: string | null])[] = [
    ['deduct', '/v1/proxy', 'client'],
    ['transaction', '/v1/transactions/', 'client'],
    ['balanceXml', '/v1/proxy', null],
    ['balanceRpc', '/RPC2', null],
    ['generateSecret', `${V1}/generate-time-based-secret`, 'integrator'],
    ['verifySecret', `${V1}/verify-time-based-secret`, 'network'],
    ['authorizeToken', '/network/v1/token-authorizations', 'network'],
    ['reportDigitization', '/network/v1/digitizations', 'network'],
    ['activationCode', `${V1}/activation-code`, 'network'],
    ['verifyActivationCode', `${V1}/verify-activation-code`, 'network'],
  ];
  /** Secrets and codes of earlier replies: the following call uses them. */
  const given: Record<string, unknown> = {};

  it.each(calls)('%s is the reply of a fresh sandbox', async (name, path, key) => {
    const example: Example = EXAMPLES[name];
    if (name === 'activationCode') Object.assign(given, await freshSecret());
    const heard = await call(path, key, example);
    const written = typeof example.reply === 'string' ? example.reply : JSON.stringify(example.reply);
    const names = example.volatile ?? [];
    expect(withForms(heard, names)).toEqual(withForms(written, names));
    const { payload } = (heard.startsWith('{') ? JSON.parse(heard) : {}) as { payload?: object };
    Object.assign(given, payload);
  });

  async function freshSecret(): Promise<object> {
    const path = `${V1}/generate-time-based-secret`;
    const request = { card_id: 5002 };
    const reply = JSON.parse(await call(path, 'integrator', { request, reply: '' })) as { payload: object };
    return reply.payload;
  }

  async function call(path: string, key: string | null, example: Example): Promise<string> {
    const { request, pathParameter } = example;
    const isXml = typeof request === 'string';
    const body =
      request === undefined || isXml
        ? (request ?? '')
        : JSON.stringify(
            Object.fromEntries(
              Object.entries(request).map(([member, value]) => [member, given[member] ?? value]),
            ),
          );
    const { status, bytes } = await send(gateway.url + path + (pathParameter ?? ''), {
      method: request === undefined ? 'GET' : 'POST',
      headers: {
        ...(request === undefined ? {} : { 'Content-Type': isXml ? 'text/xml' : 'application/json' }),
        ...(key === null ? {} : { Authorization: `Bearer cardway_sandbox_${key}` }),
      },
      body,
    });
    expect(status).toBe(200);
    return bytes.toString('utf8').trim();
  }

  /** Returns volatile members by their form: all digits and hex digits become alike. */
  function withForms(text: string, volatile: readonly string[]): unknown {
    if (!text.startsWith('{')) return text;
    return JSON.parse(text, (member, value: unknown) =>
      volatile.includes(member) && typeof value === 'string' ? value.replace(/[\da-f]/g, '0') : value,
    );
  }
});

describe('the interfaces refuse what the document refuses', () => {
  const TOKEN = { card_id: 5001, wallet_id: '103', token_reference: 't', token_requestor_id: '1' };
  const channels = [
    ['/debit/v1/digitization/generate-time-based-secret', 'integrator', { card_id: 5001 }],
    ['/debit/v1/digitization/verify-time-based-secret', 'network', { card_id: 5001, secret: '001#1' }],
    ['/debit/v1/digitization/activation-code', 'network', { card_id: 5001, secret: '001#1' }],
    ['/debit/v1/digitization/verify-activation-code', 'network', { card_id: 5001, activation_code: '1' }],
    ['/network/v1/token-authorizations', 'network', { ...TOKEN, path: 'GREEN', pan_source: 'x' }],
    ['/network/v1/digitizations', 'network', { ...TOKEN, event: 'complete', report_id: 1, reason_code: 'x' }],
    ['/v1/proxy', 'client', { ...EXAMPLES.deduct.request }],
  ] as const;
  const STRANGE = [undefined, null, true, -1, 1.5, [], {}, '', 'x'.repeat(300), '𝒙'.repeat(255)];

  it.each(channels)('%s', async (path, role, body) => {
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
    let refused = 0;
    for (const changed of changedBodies(body)) {
      const isRefused = problemsAt(pointer, JSON.parse(JSON.stringify(changed))) !== null;
      if (!isRefused) continue;
      refused += 1;
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer cardway_sandbox_${role}` };
      const reply = await send(gateway.url + path, { headers, body: JSON.stringify(changed) });
      expect([reply.status, JSON.stringify(changed)]).toEqual([400, JSON.stringify(changed)]);
    }
    expect(refused).toBeGreaterThan(3);
  });

  function* changedBodies(body: Readonly<Record<string, unknown>>): Generator<object> {
    for (const name of Object.keys(body)) for (const value of STRANGE) yield { ...body, [name]: value };
    const inner = body['request'] as Readonly<Record<string, unknown>> | undefined;
    for (const name of Object.keys(inner ?? {}))
      for (const value of STRANGE) yield { ...body, request: { ...inner, [name]: value } };
  }
});

describe('the media types of bodies', () => {
  const MEDIA_TYPES = [
    ...['application/json', 'text/xml', 'application/xml', 'application/x-www-form-urlencoded'],
    ...['text/plain', 'application/octet-stream'],
  ];
  const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    paths: Record<string, { post?: { requestBody: { content: object } } }>;
  };
  const posts = Object.entries(paths).flatMap(([path, { post }]) =>
    post === undefined ? [] : [[path, Object.keys(post.requestBody.content)] as const],
  );

  it.each(posts)('%s reads those of the document, and no others', async (path, written) => {
    const read: string[] = [];
    for (const type of MEDIA_TYPES) {
      const { status } = await send(gateway.url + path, { headers: { 'Content-Type': type }, body: 'x' });
      if (status !== 415) read.push(type);
    }
    expect(read).toEqual(written);
  });
});

describe('GET /reference', () => {
  it('is a page with all parts from the gateway', async () => {
    const { status, headers, bytes } = await get('/reference');
    const page = bytes.toString('utf8');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const linked = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
    expect(linked.filter((url) => !url.startsWith('/') && url !== 'data:,')).toEqual([]);
    for (const url of linked.filter((each) => each.startsWith('/'))) {
      const part = await get(url);
      expect([url, part.status]).toEqual([url, 200]);
      expect(part.bytes.toString('utf8')).not.toMatch(/fonts\.scalar\.com|proxy\.scalar\.com/);
    }
  });

  it('allows its parts no other host', async () => {
    for (const path of ['/reference', '/reference/']) {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('has nothing at other paths, and refuses POST', async () => {
    for (const path of ['/reference/nothing', '/reference/assets/nothing.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const posted = await send(`${gateway.url}/reference`, { body: '' });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
