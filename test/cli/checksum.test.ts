/** Tests `cardway checksum` against published vectors, and checksums that this file computes by itself. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardway } from './command.js';
import { BUILT_IN_METHODS } from '../../src/core/transactions/methods.js';
import { temporaryFolder } from '../support/gateway.js';
import { sample } from '../unit/core/published-samples.js';

const PASSWORD = '1234567890';
const ENV = { CARDWAY_PASSWORD: PASSWORD };
const BALANCE = sample('Balance').args;
const POS = sample('Deduct POS').args;
const POS_SHA256 = '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01';

const folder = temporaryFolder();

const hash = (text: string): string =>
  createHmac('sha256', PASSWORD).update(text).digest('hex').toUpperCase();

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

interface Printed {
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  readonly text: string;
  readonly checksum: string;
}

async function printed(args: readonly string[]): Promise<Printed> {
  const ended = await cardway(['checksum', ...args, '--json'], ENV);
  expect([ended.status, ended.err]).toEqual([0, '']);
  return JSON.parse(ended.out) as Printed;
}

describe('a published vector', () => {
  it('is printed for the algorithm that is asked for', async () => {
    const { methodName, args } = sample('Deduct POS');
    const ours = await printed([methodName, ...args, '--algorithm', 'sha1']);
    const checksum = 'C3C8BCE1B989A4868C756B13BA7A7B5057FC4E21';
    expect(ours).toMatchObject({ checksum, text: methodName + args.join('') });
  });

  it('shows text and checksum on a terminal', async () => {
    const { out } = await cardway(['checksum', 'Deduct', ...POS], ENV, '', 100);
    expect(out).toContain(`\nDeduct${POS.join('')}\n`);
    expect(out).toContain(`\n${POS_SHA256}\n`);
    expect(out).toContain('request_amount    "200"');
  });
});

it('knows every method of the table', async () => {
  const { err } = await cardway(['checksum', 'Nothing', 'x=1'], ENV);
  for (const { name } of BUILT_IN_METHODS) expect(err).toContain(name);
});

describe('a document', () => {
  const envelope = (data: object): string =>
    JSON.stringify({
      request: {
        terminal_id: POS[0],
        reference: POS[1],
        request_amount: 200,
        narrative: POS[3],
        transaction_type: '00',
        transaction_id: POS[6],
        method_name: 'Deduct',
        transaction_data: data,
        transaction_date: POS[7],
      },
      customer_id: 1001,
      card_id: 5001,
      request_id: '5001_20200817175857_1',
    });
  const DATA = { network: 'MasterCard', tracking_number: '627028100000021' };
  const KLV = '00215627028100000021' + '25110MasterCard';
  const TEXT = `Deduct${POS.slice(0, 5).join('')}${KLV}${POS.slice(6).join('')}`;
  const methodCall = (date: string, checksum: string): string =>
    `<?xml version="1.0"?><methodCall><methodName>Deduct</methodName><params>${POS.slice(0, 7)
      .map((text) => `<param><value><string>${text}</string></value></param>`)
      .join(
        '',
      )}<param><value><dateTime.iso8601>${date}</dateTime.iso8601></value></param><param><value><string>${checksum}</string></value></param></params></methodCall>`;

  it('is a JSON envelope, whose KLV text has ascending keys', async () => {
    const path = file('call.json', envelope(DATA));
    expect(await printed(['--file', path])).toMatchObject({ text: TEXT, checksum: hash(TEXT) });
  });

  it('comes from standard input too', async () => {
    const { out, status } = await cardway(['checksum', '--file', '-', '--json'], ENV, envelope(DATA));
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ checksum: hash(TEXT) });
  });

  it('is a methodCall', async () => {
    const path = file('call.xml', methodCall(POS[7] ?? '', POS_SHA256));
    expect(await printed(['--file', path])).toMatchObject({ checksum: POS_SHA256 });
  });

  it.each([
    ['{"request":{"method_name":"Deduct"}}', /terminal_id is missing/],
    [envelope({ network: 7 }), /transaction_data\.network must be a/],
    ['{"request":{"method_name":"Nothing"}}', /method_name/],
    ['{"customer_id":1}', /request is missing/],
    ['{"request":', /Line 1, column 12/],
    [methodCall('yesterday', ''), /transaction_date must be a date/],
    ['<methodCall><methodName>Deduct</methodName></methodCall>', /takes 9 parameters; there are 0/],
  ])('that is wrong is refused with its field: %s', async (content, message) => {
    const { status, out, err } = await cardway(['checksum', '--file', file('bad', content)], ENV);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });
});

describe('secrets', () => {
  const pin = ['ValidatePIN', ...sample('ValidatePIN').args];

  it('are never printed: the password, a PIN block, one-time passwords, digitized card numbers', async () => {
    const { out } = await cardway(['checksum', ...pin], ENV, '', 80);
    expect(out).not.toContain('D45201B9E3136796');
    expect(out).not.toContain(PASSWORD);
    expect(out).toContain(hash(pin.join('')));
    const shown = await printed(['Balance', ...BALANCE.with(3, '90006123456254165308426600000116')]);
    expect(JSON.stringify(shown)).not.toMatch(/123456|5308426600000116/);
  });
});
