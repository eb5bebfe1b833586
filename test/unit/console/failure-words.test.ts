import { readFileSync } from 'node:fs';
import { failureText } from '../../../console/src/pages/transaction/failure-words.js';

describe('the words of a failure', () => {
  it('say of a gateway that stopped whether the call was sent', () => {
    const failed = { failure: 'closed', httpStatus: null };
    expect(failureText({ ...failed, sentAt: null })).toBe('The gateway stopped before the first byte.');
    expect(failureText({ ...failed, sentAt: '2026-11-27T05:48:18.976Z' })).toBe(
      'The gateway stopped while it waited for the answer.',
    );
  });

  it('are a sentence for every failure that the documentation lists', () => {
    const page = readFileSync('docs/transactions.md', 'utf8').split('\n## ');
    const failures = page.find((chapter) => chapter.startsWith('Failures')) ?? '';
    const listed = [...failures.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
    );
    expect(listed.length).toBeGreaterThan(25);
    const without = listed.filter(
      (failure) => !/\.$/.test(failureText({ failure, httpStatus: null, sentAt: null })),
    );
    expect(without).toEqual([]);
  });
});
