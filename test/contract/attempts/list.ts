import type { AttemptFilter, DigitizationFilter } from '../../../src/use-cases/provisioning/attempt-port.js';
import { type AttemptsBench, authorization, NOW_MS, report } from './bench.js';

/** Tests lists, newest first, with more rows than one read returns. */
export function listContract(bench: () => AttemptsBench): void {
  const STATES = ['declined', 'verified', 'expired'] as const;

  async function seed(): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const id = await bench().attempt({
        state: STATES[index % 3] ?? 'declined',
        issuedAtMs: NOW_MS + index,
        ...(index % 4 === 3 ? { programme: 'second', cardId: 6001 } : {}),
      });
      ids.push(id);
    }
    return ids.reverse();
  }

  const idsOf = async (filter: AttemptFilter, page: object = {}) =>
    (await bench().attempts.list({ filter, ...page })).rows.map(({ attemptId }) => attemptId);

  it('gives all newest first, each with its history', async () => {
    const ids = await seed();
    const page = await bench().attempts.list({ filter: {}, first: 12 });
    expect(page.rows.map(({ attemptId }) => attemptId)).toEqual(ids);
    expect(page).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    for (const { history, state } of page.rows) expect(history.at(-1)?.toState).toBe(state);
  });

  it('pages forward and backward without a gap', async () => {
    const ids = await seed();
    const { attempts } = bench();
    const first = await attempts.list({ filter: {}, first: 5 });
    const after = first.rows.at(-1)?.sequence ?? 0;
    const second = await attempts.list({ filter: {}, first: 7, after });
    expect([...first.rows, ...second.rows].map(({ attemptId }) => attemptId)).toEqual(ids);
    expect([first.hasNextPage, second.hasNextPage, second.hasPreviousPage]).toEqual([true, false, true]);
    const back = await attempts.list({ filter: {}, last: 3, before: second.rows[0]?.sequence ?? 0 });
    expect(back.rows.map(({ attemptId }) => attemptId)).toEqual(ids.slice(2, 5));
    expect(back).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('keeps to programme, card, state and time, together and one by one', async () => {
    const ids = (await seed()).reverse();
    const those = (keep: (index: number) => boolean) => ids.filter((_, index) => keep(index)).reverse();
    expect(await idsOf({ programme: 'second' })).toEqual(those((index) => index % 4 === 3));
    expect(await idsOf({ programme: null })).toHaveLength(12);
    expect(await idsOf({ cardId: 5001 })).toEqual(those((index) => index % 4 !== 3));
    expect(await idsOf({ state: 'verified' })).toEqual(those((index) => index % 3 === 1));
    const span = { issuedFromMs: NOW_MS + 2, issuedToMs: NOW_MS + 9 };
    expect(await idsOf(span)).toEqual(those((index) => index >= 2 && index < 9));
    const all = { ...span, programme: 'sandbox', cardId: 5001, state: 'declined' } as const;
    expect(await idsOf(all)).toEqual(those((index) => index === 6));
    expect(await idsOf({ cardId: 6001 }, { first: 1 })).toEqual(those((index) => index === 11));
  });

  it('counts how far attempts came, each for every stage that it reached', async () => {
    await seed();
    const { attempts } = bench();
    const none = { authorized: 0, digitized: 0, superseded: 0 };
    expect(await attempts.funnel({})).toEqual({ ...none, issued: 12, verified: 4, expired: 4, declined: 4 });
    const span = { issuedFromMs: NOW_MS + 2, issuedToMs: NOW_MS + 9 };
    expect(await attempts.funnel(span)).toEqual({
      ...none,
      issued: 7,
      verified: 2,
      expired: 3,
      declined: 2,
    });
    expect(await attempts.funnel({ programme: 'second' })).toMatchObject({ issued: 3 });
    expect(await attempts.funnel({ issuedFromMs: NOW_MS + 120_000 })).toMatchObject({ issued: 0 });
  });

  it('counts a digitized attempt for the stages before', async () => {
    const attemptId = await bench().attempt({ state: 'verified', issuedAtMs: NOW_MS });
    await bench().attempts.authorize(authorization());
    await bench().attempts.report(report({}));
    expect((await bench().row(attemptId)).state).toBe('digitized');
    expect(await bench().attempts.funnel({})).toMatchObject({
      issued: 1,
      verified: 1,
      authorized: 1,
      digitized: 1,
    });
  });

  it('is empty where there is nothing', async () => {
    const nothing = { rows: [], hasNextPage: false, hasPreviousPage: false };
    expect(await bench().attempts.list({ filter: {}, first: 5 })).toEqual(nothing);
    expect(await bench().attempts.listDigitizations({ filter: {}, first: 5 })).toEqual(nothing);
    expect(await bench().attempts.find('nobody')).toBeNull();
  });

  it('lists tokens the same way', async () => {
    for (let index = 0; index < 6; index += 1) {
      bench().setNowMs(NOW_MS + index);
      const second = index % 3 === 2 ? { programme: 'second', cardId: 6001 } : {};
      await bench().attempts.report(report({ tokenReference: `t${String(index)}`, ...second }));
    }
    await bench().attempts.report(report({ tokenReference: 't0', type: 'digitization.stopped' }));
    const tokens = async (filter: DigitizationFilter) =>
      (await bench().attempts.listDigitizations({ filter })).rows.map((row) => row.tokenReference);
    expect(await tokens({})).toEqual(['t5', 't4', 't3', 't2', 't1', 't0']);
    expect(await tokens({ programme: 'second' })).toEqual(['t5', 't2']);
    expect(await tokens({ cardId: 6001 })).toEqual(['t5', 't2']);
    expect(await tokens({ state: 'stopped' })).toEqual(['t0']);
    expect(await tokens({ tokenReference: 't4' })).toEqual(['t4']);
    const span = { reportedFromMs: NOW_MS + 1, reportedToMs: NOW_MS + 3 };
    expect(await tokens(span)).toEqual(['t2', 't1']);
  });
}
