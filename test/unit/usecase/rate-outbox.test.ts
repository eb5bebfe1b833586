import { createOutbox } from '../../../src/use-cases/access/share-rates.js';

const count = (key: string, count = 1) =>
  ({ limit: 'failedAuthentication', key, count, isLimited: false, endsAtMs: 60_000 }) as const;

it('counts that wait are told newest for each key, and are as many as there is room for', () => {
  const outbox = createOutbox({ keysMax: 2 });
  for (const each of [count('a'), count('b'), count('a', 2), count('c')]) outbox.put(each);
  expect(outbox.take(10)).toEqual([count('b'), count('c')]);
  expect(outbox.take(10)).toEqual([]);
});

it('counts that could not be told wait again, unless there is newer', () => {
  const outbox = createOutbox({ keysMax: 2 });
  outbox.put(count('a', 5));
  outbox.giveBack([count('a', 4), count('b')]);
  expect(outbox.take(10)).toEqual([count('a', 5), count('b')]);
});
