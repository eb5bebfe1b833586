import { CardwayError } from '../../src/platform/errors.js';

describe('an error that repeats the caller’s text', () => {
  it('states the length of a name that fills the whole answer', () => {
    const { field } = new CardwayError('BAD_REQUEST', { field: 'x'.repeat(60_000) });
    expect(field).toBe('(a name of 60000 characters)');
    expect(new CardwayError('BAD_REQUEST', { field: 'terminal_id' }).field).toBe('terminal_id');
  });

  it('is cut at its end, and each card number in it first', () => {
    for (let shift = 0; shift < 20; shift += 1) {
      const before = `The field ${'is too long '.repeat(169)}${' '.repeat(shift)}`;
      const { message } = new CardwayError('BAD_REQUEST', {
        message: before + '4111 1111 1111 1111, '.repeat(2000),
      });
      expect(message).toHaveLength(2049);
      expect(message).not.toMatch(/4111 111/);
    }
  });

  it('is complete up to 2048 characters', () => {
    const message = 'is too long '.repeat(170);
    expect(new CardwayError('BAD_REQUEST', { message }).message).toBe(message);
  });
});
