import { createEqualResults } from '../../../src/graphql/server/operate.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('executes an event once for all that ask for the same', async () => {
  const shared = createEqualResults();
  const event = {};
  let executed = 0;
  const execute = () => Promise.resolve({ data: { executed: (executed += 1) } });
  const results = await Promise.all(
    ['same', 'same', 'other', 'same'].map((asked) => shared(event, asked, execute)),
  );
  expect(results.map(({ data }) => data)).toEqual([1, 1, 2, 1].map((at) => ({ executed: at })));
});

it('executes for one subscription in a turn of the event loop, so that other work goes on between', async () => {
  const shared = createEqualResults();
  let executed = 0;
  const execute = () => Promise.resolve({ data: { executed: (executed += 1) } });
  const results = Array.from({ length: 20 }, () => shared({}, 'same', execute));
  const inTurns: number[] = [];
  for (let before = 0; executed < 20; before = executed) {
    await nextTurn();
    inTurns.push(executed - before);
  }
  expect(Math.max(...inTurns)).toBe(1);
  expect((await Promise.all(results)).map(({ data }) => data?.['executed'])).toEqual(
    Array.from({ length: 20 }, (_none, at) => at + 1),
  );
});
