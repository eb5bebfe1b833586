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

  it('gives all newest first, each with its history', async () => {
    const ids = await seed();
    const page = await bench().attempts.list({ filter: {}, first: 12 });
    expect(page.rows.map(({ attemptId }) => attemptId)).toEqual(ids);
    expect(page).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    for (const { history, state } of page.rows) expect(history.at(-1)?.toState).toBe(state);
  });

  it('counts how far attempts came, each for every stage that it reached', async () => {
    await seed();
    const { attempts } = bench();
    const none = { authorized: 0, digitized: 0, superseded: 0, declined: 0 };
    expect(await attempts.funnel({})).toEqual({ ...none, issued: 12, verified: 4, expired: 4 });
    const span = { issuedFromMs: NOW_MS + 2, issuedToMs: NOW_MS + 9 };
    expect(await attempts.funnel(span)).toEqual({
      ...none,
      issued: 7,
      verified: 2,
      expired: 3,
    });
    expect(await attempts.funnel({ programme: 'second' })).toMatchObject({ issued: 3 });
    expect(await attempts.funnel({ issuedFromMs: NOW_MS + 120_000 })).toMatchObject({ issued: 0 });
  });

  it('counts the tokens that were declined, with and without an attempt', async () => {
    await bench().attempt();
    const { attempts } = bench();
    for (const [token, cardId] of Object.entries({ mine: 5001, other: 5002, late: 5002 })) {
      if (token === 'late') bench().setNowMs(NOW_MS + 60_000);
      await attempts.authorize(authorization({ tokenReference: token, cardId, path: 'RED' }));
    }
    const declined = async (filter: object) => (await attempts.funnel(filter)).declined;
    expect(await declined({})).toBe(3);
    expect(await declined({ issuedToMs: NOW_MS + 60_000 })).toBe(2);
    expect(await declined({ cardId: 5002, state: 'declined' })).toBe(2);
    expect(await declined({ state: 'issued' })).toBe(0);
    expect(await declined({ programme: 'second' })).toBe(0);
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

  it('has no attempt of an unknown id', async () => {
    expect(await bench().attempts.find('nobody')).toBeNull();
  });
}
