import 'reflect-metadata';
import { pageConnection, pageOf } from '../../../src/graphql/paging.js';

const NONE = { rows: [], hasNextPage: false, hasPreviousPage: false };

it('a page that ended early without entries has a cursor where the next page begins', () => {
  const { edges, pageInfo } = pageConnection({ ...NONE, hasNextPage: true, nextAfter: 40 }, 'evt');
  expect([edges, pageInfo.startCursor]).toEqual([[], null]);
  expect(pageOf({ first: 5, after: pageInfo.endCursor }, 'evt', {})).toEqual({
    filter: {},
    first: 5,
    after: 40,
  });
});

it('a page from the end that ended early has a cursor where the previous page begins', () => {
  const rows = [{ sequence: 41 }];
  const early = { ...NONE, rows, hasPreviousPage: true, previousBefore: 90 };
  const { edges, pageInfo } = pageConnection(early, 'evt');
  expect(pageInfo.endCursor).toBe(edges[0]?.cursor);
  expect(pageOf({ last: 5, before: pageInfo.startCursor }, 'evt', {})).toEqual({
    filter: {},
    last: 5,
    before: 90,
  });
});

it('an empty list has no cursors', () => {
  expect(pageConnection(NONE, 'evt').pageInfo).toMatchObject({ startCursor: null, endCursor: null });
});
