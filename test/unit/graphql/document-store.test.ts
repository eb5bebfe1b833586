import { parse } from 'graphql';
import { createDocumentStore } from '../../../src/graphql/server/server.js';

/** Returns a document that counts 3,500 bytes and a little more for its text. */
const document = (name: string) => parse(`{ ${name} b c }`);

it('the document that was used longest ago goes first', async () => {
  const store = createDocumentStore(11_000);
  for (const name of ['one', 'two', 'three']) await store.set(name, document(name));
  await store.get('one');
  await store.set('four', document('four'));
  const kept = await Promise.all(['one', 'two', 'three', 'four'].map((name) => store.get(name)));
  expect(kept.map((found) => found !== undefined)).toEqual([true, false, true, true]);
});

it('a document that comes again counts once, and a removed one does not count', async () => {
  const store = createDocumentStore(11_000);
  for (let time = 0; time < 10; time += 1) await store.set('one', document('one'));
  await store.set('two', document('two'));
  expect(await store.delete('two')).toBe(true);
  for (const name of ['three', 'four']) await store.set(name, document(name));
  const kept = await Promise.all(['one', 'three', 'four'].map((name) => store.get(name)));
  expect(kept.every((found) => found !== undefined)).toBe(true);
});

it('a comment counts, and so does the text', async () => {
  const store = createDocumentStore(11_000);
  await store.set('one', document('one'));
  await store.set('comments', parse(`{ a }${'\n#'.repeat(80)}`));
  expect(await store.get('one')).toBeUndefined();
  await store.set('text', parse(`{ a }${' '.repeat(2000)}`));
  expect(await store.get('comments')).toBeUndefined();
});
