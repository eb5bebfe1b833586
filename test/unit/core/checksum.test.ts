import { createHmac, createSecretKey } from 'node:crypto';
import {
  checksumMessage,
  computeChecksum,
  datedChecksum,
  DUMMY_PASSWORD,
  matchChecksum,
} from '../../../src/core/wire/checksum.js';
import { sample } from './published-samples.js';

const verifyChecksum = (claim: Parameters<typeof matchChecksum>[0]): boolean => matchChecksum(claim) !== -1;

const password = Buffer.from('1234567890');

function messageOf(title: string): Buffer {
  const { methodName, args } = sample(title);
  return checksumMessage(methodName, args);
}

describe('the checksum', () => {
  /** The processor publishes the first value. The others are calculated from the rule (docs/reference/protocol.md#checksum). */
  it('is right for the published remote message', () => {
    const message =
      '{"challenge":"123456","customerReference":"500110022","messageType":"digitization.activation","walletIdentifier":"217",' +
      '"trackingNumber":"544911100000042","tokenRequestorId":"54139059333"}';
    expect(computeChecksum('sha256', password, message)).toBe(
      'a6d5abb4a4c0e5a6f45287b040ed6cccc82900454959cbf65bbe8cbbf3c24794',
    );
  });

  it.each([
    ['Balance', 'sha256', 'C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1'],
    ['Balance', 'sha1', '162E90037D1ED7D07592D56C6D24D0D4E7477498'],
    ['Deduct POS', 'sha256', '19C2E6C157EA6E0A5E9BB52B85D2EB771110CB54EA498D6F9D23637502669D01'],
    ['Deduct POS', 'sha1', 'C3C8BCE1B989A4868C756B13BA7A7B5057FC4E21'],
  ] as const)('is right for the sample %s with %s', (title, algorithm, checksum) => {
    const message = messageOf(title);
    expect(computeChecksum(algorithm, password, message)).toBe(checksum.toLowerCase());
    expect(verifyChecksum({ algorithm, password, messages: [message], claimed: checksum })).toBe(true);
  });

  it('is the same for a password as text, bytes or key object', () => {
    const message = messageOf('Balance');
    const keys = ['pässword', Buffer.from('pässword'), createSecretKey(Buffer.from('pässword'))];
    expect(new Set(keys.map((key) => computeChecksum('sha256', key, message))).size).toBe(1);
  });

  it('is computed over UTF-8 without separators', () => {
    expect(checksumMessage('Balance', ['00', '', 'é🚀'])).toEqual(Buffer.from('Balance00é🚀', 'utf8'));
  });
});

describe('matching a claimed checksum', () => {
  const messages = ['first', 'second', 'third'].map((text) => Buffer.from(text));
  const claimOf = (text: string): string => computeChecksum('sha256', password, text);

  it.each([
    ['first', 0],
    ['second', 1],
    ['third', 2],
    ['fourth', -1],
  ])('finds the message %s at %i', (text, index) => {
    expect(matchChecksum({ algorithm: 'sha256', password, messages, claimed: claimOf(text) })).toBe(index);
  });

  it('names the first of equal messages', () => {
    const twice = [Buffer.from('same'), Buffer.from('same')];
    expect(matchChecksum({ algorithm: 'sha256', password, messages: twice, claimed: claimOf('same') })).toBe(
      0,
    );
  });

  it.each([
    ['upper case', (claim: string) => claim.toUpperCase(), true],
    ['mixed case', (claim: string) => claim.slice(0, 30) + claim.slice(30).toUpperCase(), true],
    ['a digit too few', (claim: string) => claim.slice(1), false],
    ['a digit too many', (claim: string) => `${claim}0`, false],
    ['another last digit', (claim: string) => claim.slice(0, -1) + (claim.endsWith('0') ? '1' : '0'), false],
    ['a space behind', (claim: string) => `${claim} `, false],
    ['a line end behind', (claim: string) => `${claim}\n`, false],
    ['no hex', (claim: string) => claim.replace(/./g, 'z'), false],
    ['nothing', () => '', false],
    ['zeros, which stand in for what is no hex', () => '0'.repeat(64), false],
  ])('judges a claim of %s', (_, change, isRight) => {
    expect(
      verifyChecksum({ algorithm: 'sha256', password, messages, claimed: change(claimOf('first')) }),
    ).toBe(isRight);
  });

  it('accepts no checksum of another algorithm', () => {
    const claimed = computeChecksum('sha1', password, 'first');
    expect(verifyChecksum({ algorithm: 'sha256', password, messages, claimed })).toBe(false);
    expect(verifyChecksum({ algorithm: 'sha1', password, messages, claimed })).toBe(true);
  });

  it('matches nothing without a message', () => {
    expect(verifyChecksum({ algorithm: 'sha256', password, messages: [], claimed: claimOf('') })).toBe(false);
  });

  it.each([
    ['bytes', Buffer.alloc(0)],
    ['text', ''],
    ['a key object', createSecretKey(Buffer.alloc(0))],
  ])('never matches with an empty password as %s', (_, empty) => {
    const claimed = createHmac('sha256', '').update('first').digest('hex');
    expect(verifyChecksum({ algorithm: 'sha256', password: empty, messages, claimed })).toBe(false);
  });

  it('never matches with the dummy password, which is public', () => {
    const claimed = computeChecksum('sha256', DUMMY_PASSWORD, 'first');
    expect(verifyChecksum({ algorithm: 'sha256', password: DUMMY_PASSWORD, messages, claimed })).toBe(false);
  });
});

describe('the checksum of the ledger', () => {
  const checksum = 'ab'.repeat(32);
  const keyOf = (text: string): string => datedChecksum(Buffer.from(text), checksum);

  it('begins with the date at the end of the text', () => {
    expect(keyOf('Deduct0068766621T-120260101T22:04:05')).toBe(`20260101T22:04:05${checksum}`);
  });

  it('is the same however the text is divided into fields', () => {
    const cut = (...args: string[]): string =>
      datedChecksum(
        checksumMessage('Deduct', args),
        computeChecksum('sha256', 'password', checksumMessage('Deduct', args)),
      );
    expect(cut('T-1', '20260101T22:04:05')).toBe(cut('T-', '120260101T22:04:05'));
  });

  it.each(['', 'Deduct', '2026-01-01T22:04:05', '20260101T22:04:05Z', 'é'.repeat(20)])(
    'is made of the checksum alone when the text %p does not end with a date',
    (text) => {
      expect(keyOf(text)).toBe(checksum);
    },
  );
});
