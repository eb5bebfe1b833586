import { CardwayError } from '../../src/platform/errors.js';

describe('an error that repeats the caller’s text', () => {
  it('states the length of a name that fills the whole answer', () => {
    const { field } = new CardwayError('BAD_REQUEST', { field: 'x'.repeat(60_000) });
    expect(field).toBe('(a name of 60000 characters)');
    expect(new CardwayError('BAD_REQUEST', { field: 'terminal_id' }).field).toBe('terminal_id');
  });

  it.each([
    ['a word', 'x'],
    ['a key', 'cardway_live_0123456789'],
    ['a card number', '4111 1111 1111 1111 '],
    ['a card number with dashes', '4111-1111-1111-1111'],
  ])('is truncated before %s that does not fit completely', (_, text) => {
    for (let shift = 0; shift < text.length; shift += 1) {
      const before = `The field ${'is too long '.repeat(169)}${' '.repeat(shift)}`;
      const { message } = new CardwayError('BAD_REQUEST', { message: before + text.repeat(2000) });
      expect(message.length).toBeLessThanOrEqual(2049);
      expect(message).toMatch(/^The field [a-z ]*…$/);
    }
  });

  it('is complete up to 2048 characters', () => {
    const message = 'is too long '.repeat(170);
    expect(new CardwayError('BAD_REQUEST', { message }).message).toBe(message);
  });
});
