import { codePointLength, isPlain, textFault } from '../../../src/core/wire/code-points.js';

describe('code points', () => {
  it.each([
    ['', 0],
    ['KARINA', 6],
    ['café', 4],
    ['👩‍🚀', 3],
    ['a\ud800b', 3],
    ['\udc00\ud800', 2],
  ])('counts %j as %i', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });

  it.each([
    ['plain text', 'abc é 漢', undefined],
    ['a whole pair', 'a🚀', undefined],
    ['NUL', 'a\0b', 'nul'],
    ['a high half', 'a\ud83d', 'surrogate'],
    ['a low half', '\ude80a', 'surrogate'],
    ['halves in the wrong order', '\ude80\ud83d', 'surrogate'],
    ['a half behind a pair', '🚀\ud83d', 'surrogate'],
  ])('finds the problem of %s', (_, text, fault) => {
    expect(textFault(text)).toBe(fault);
  });

  it('reports as plain only texts that need no further check', () => {
    expect(['', 'é漢￿'].map(isPlain)).toEqual([true, true]);
    expect(['\0', '🚀', '\ud800'].map(isPlain)).toEqual([false, false, false]);
  });
});
