import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from 'xmlrpc';
import { startValidator1 } from './validator1-server.js';

const EXPECTED = {
  arrayOfStructsTest: 5,
  countTheEntities: {
    ctLeftAngleBrackets: 2,
    ctRightAngleBrackets: 3,
    ctAmpersands: 6,
    ctApostrophes: 1,
    ctQuotes: 4,
  },
  easyStructTest: 6,
  echoStructTest: true,
  manyTypesTest: true,
  moderateSizeArrayCheck: 'first last',
  nestedStructTest: 6,
  simpleStructReturnTest: { times10: 70, times100: 700, times1000: 7000 },
};

const STOOGES = { moe: 3, larry: 2, curly: 1 };
const ECHOED = { bob: 5, nested: { list: [1, 'two', true], text: `<&>'"` } };
const MANY = [42, true, 'Žižkov', 1.5, new Date(2000, 11, 31, 23, 59, 58), Buffer.from([0, 1, 254, 255])];

let validator: Awaited<ReturnType<typeof startValidator1>>;

beforeAll(async () => {
  validator = await startValidator1();
});

afterAll(async () => {
  await validator.stop();
});

function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const client = createClient({ url: validator.url });
  return new Promise((resolve, reject) => {
    client.methodCall(`validator1.${method}`, [...params], (error: unknown, value: unknown) => {
      if (error === null || error === undefined) resolve(value);
      else reject(new Error(`${method} was not answered.`, { cause: error }));
    });
  });
}

const hasPython = spawnSync('python3', ['-c', 'import xmlrpc.client']).status === 0;
if (!hasPython) process.stderr.write('Python is skipped: there is no python3.\n');

describe('validator1', () => {
  it('passes 8 of 8 with the package xmlrpc', async () => {
    expect({
      arrayOfStructsTest: await call('arrayOfStructsTest', [STOOGES, { ...STOOGES, curly: 4 }]),
      countTheEntities: await call('countTheEntities', `<<>>>&'""""&&&&&`),
      easyStructTest: await call('easyStructTest', STOOGES),
      echoStructTest: isSame(await call('echoStructTest', ECHOED), ECHOED),
      manyTypesTest: isSame(await call('manyTypesTest', ...MANY), MANY),
      moderateSizeArrayCheck: await call('moderateSizeArrayCheck', [
        'first ',
        ...Array<string>(148).fill('x'.repeat(40)),
        'last',
      ]),
      nestedStructTest: await call('nestedStructTest', { 2000: { '04': { '01': STOOGES }, '05': {} } }),
      simpleStructReturnTest: await call('simpleStructReturnTest', 7),
    }).toEqual(EXPECTED);
  });

  const withPython = hasPython ? it : null;
  withPython?.('is answered 8 of 8 to Python', async () => {
    const script = join(__dirname, 'clients', 'validator1.py');
    const child = spawn('python3', [script, validator.url]);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    const [status] = (await once(child, 'close')) as [number | null];
    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(EXPECTED);
  });

  it('refuses wrong arguments of a test', async () => {
    await expect(call('easyStructTest', 'no struct')).rejects.toMatchObject({ cause: { faultCode: -32602 } });
  });
});

function isSame(heard: unknown, sent: unknown): boolean {
  expect(heard).toEqual(sent);
  return true;
}
