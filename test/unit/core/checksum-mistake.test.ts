import { createHash, createHmac } from 'node:crypto';
import { klvAsWritten } from '../../../src/core/wire/klv.js';
import { checksumMistake } from '../../../src/core/wire/checksum-mistake.js';

const PASSWORD = 'Secret-1234';
const NAME = 'Deduct';
const SHOP = 'Café Hanoi';
const DATE = '20260824T14:17:06';
const KLV = '0020312325102MC04404Shop';

type Texts = Readonly<Record<'terminal' | 'amount' | 'shop' | 'klv' | 'date', string>>;
const TEXTS: Texts = { terminal: '0068766621', amount: '200', shop: SHOP, klv: KLV, date: DATE };

const textOf = (change: Partial<Texts> = {}): string => Object.values({ ...TEXTS, ...change }).join('');
const signed = (text: string, algorithm = 'sha256', password = PASSWORD): string =>
  createHmac(algorithm, password).update(text).digest('hex');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const dated = (date: string): string => signed(NAME + textOf({ date }));
const ordered = (klv: string): string => signed(NAME + textOf({ klv }));

const mistakeOf = (claimed: string, change: Partial<Parameters<typeof checksumMistake>[0]> = {}) =>
  checksumMistake({
    methodName: NAME,
    args: [
      { text: TEXTS.terminal, kind: 'string' },
      { text: TEXTS.amount, kind: 'amount' },
      { text: TEXTS.shop, kind: 'string' },
      { text: TEXTS.klv, kind: 'klv', asWritten: '04404Shop0020312325102MC' },
      { text: TEXTS.date, kind: 'date' },
    ],
    claimed,
    algorithm: 'sha256',
    password: Buffer.from(PASSWORD),
    endedPassword: Buffer.from('the one before'),
    ...change,
  });

it.each([
  ['HMAC-SHA1', signed(NAME + textOf(), 'sha1')],
  ['the previous password', signed(NAME + textOf(), 'sha256', 'the one before')],
  ['base64 in place of hex', Buffer.from(signed(NAME + textOf()), 'hex').toString('base64')],
  ['a plain digest of text and password in place of HMAC', digest(NAME + textOf() + PASSWORD)],
  ['a plain digest of password and text in place of HMAC', digest(PASSWORD + NAME + textOf())],
  ['the arguments without the method name', signed(textOf())],
  ['arguments in lower case', signed(NAME + textOf().toLowerCase())],
  ['arguments in upper case', signed(NAME + textOf().toUpperCase()).toUpperCase()],
  ['the text without the amount', signed(NAME + textOf({ amount: '' }))],
  ['another order of the KLV keys', ordered('04404Shop0020312325102MC')],
  ['another order of the KLV keys', ordered('0020312304404Shop25102MC')],
  ['another order of the KLV keys', ordered('25102MC04404Shop00203123')],
  ['dates in local time (UTC+07:00) in place of UTC', dated('20260824T21:17:06')],
  ['dates in local time (UTC+05:30) in place of UTC', dated('20260824T19:47:06')],
  ['dates in local time (UTC+14:00) in place of UTC', dated('20260825T04:17:06')],
  ['dates in local time (UTC-12:00) in place of UTC', dated('20260824T02:17:06')],
])('a wrong checksum fits %s', (words, claimed) => {
  expect(mistakeOf(claimed)).toBe(words);
});

it('the KLV text of an object keeps the order of its members', () => {
  expect(klvAsWritten({ network: 'MC', tracking_number: '123', unknown: 'x' })).toBe('25102MC00203123');
  expect(klvAsWritten([])).toBeUndefined();
});

it('a terminal of HMAC-SHA1 may have signed with HMAC-SHA256', () => {
  expect(mistakeOf(signed(NAME + textOf()), { algorithm: 'sha1' })).toBe('HMAC-SHA256');
});

it.each(['', 'no checksum', 'ab'.repeat(32), dated('20260824T21:17:07')])('%j fits nothing', (claimed) => {
  expect(mistakeOf(claimed)).toBeNull();
});
