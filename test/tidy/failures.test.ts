/** Tests that docs/transactions.md explains every failure of a transaction. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tree.js';

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** Words that name no end of one call: the deadline, a process that died, one that lacks the method, a reversal before it, and a claim without acknowledgement. */
const OTHERS = ['timeout', 'lease_ended', 'unknown_method', 'reversed_in_part', 'not_confirmed'];

it('explains every failure, and no other', () => {
  const [, reasons = ''] = /Reasons of `refused`: (.*?) and those of core/s.exec(
    read('src', 'outbound', 'downstream', 'client.ts'),
  ) as RegExpExecArray;
  const ofCalls = [...reasons.matchAll(/\b[a-z]+(?:_[a-z]+)*\b(?=\[:code\]|[,.])/g)].map(([word]) => word);
  const [, unusable = ''] = /^type UnusableReason =(.*?);/ms.exec(
    read('src', 'core', 'transactions', 'normalise.ts'),
  ) as RegExpExecArray;
  const ofAnswers = [...unusable.matchAll(/'([a-z_]+)'/g)].map(([, word]) => word);

  const section = read('docs', 'transactions.md')
    .split(/^## /m)
    .find((part) => part.startsWith('Failures'))!;
  const explained = section.split('\n').flatMap((line) => {
    const [, first = ''] = /^\| (`.*?) \|/.exec(line) ?? [];
    return [...first.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word);
  });
  expect(ofCalls).toContain('not_connected');
  expect(new Set(explained)).toEqual(new Set([...ofCalls, ...ofAnswers, ...OTHERS]));
});
