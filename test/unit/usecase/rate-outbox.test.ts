import { createOutbox } from '../../../src/use-cases/access/share-rates.js';

const count = (key: string, count = 1) =>
  ({ limit: 'failedAuthentication', key, count, isLimited: false, endsAtMs: 60_000 }) as const;

it('waiting counts keep the newest for each key, up to the limit of keys', () => {
  const outbox = createOutbox({ keysMax: 2 });
  for (const each of [count('a'), count('b'), count('a', 2), count('c')]) outbox.put(each);
  expect(outbox.take(10)).toEqual([count('b'), count('c')]);
  expect(outbox.take(10)).toEqual([]);
});

it('counts that could not be sent wait again, unless a newer one exists', () => {
  const outbox = createOutbox({ keysMax: 2 });
  outbox.put(count('a', 5));
  outbox.giveBack([count('a', 4), count('b')]);
  expect(outbox.take(10)).toEqual([count('a', 5), count('b')]);
});
