import {
  claimWhileRunning,
  createRunningTransactions,
} from '../../../src/use-cases/transactions/call/running.js';

const ID = '5001_20260101220405_1';

describe('a running transaction of a process', () => {
  it('counts from before its row is claimed, and can be awaited once the row is claimed', async () => {
    const running = createRunningTransactions();
    const carried = running.hold(ID);
    expect(running.requestIds()).toEqual([ID]);
    expect(running.settled(ID)).toBeUndefined();
    carried.begin();
    const ended = running.settled(ID);
    expect(running.size).toBe(1);
    carried.end();
    await expect(ended).resolves.toBeUndefined();
    expect(running.requestIds()).toEqual([]);
    expect(running.size).toBe(0);
  });

  it('stays when one of two simultaneous callers loses the claim', () => {
    const running = createRunningTransactions();
    const first = running.hold(ID);
    const second = running.hold(ID);
    first.begin();
    second.end();
    expect(running.requestIds()).toEqual([ID]);
    expect(running.settled(ID)).toBeDefined();
    first.end();
    expect(running.requestIds()).toEqual([]);
  });

  it.each([
    ['is claimed', () => Promise.resolve('claimed'), [ID]],
    ['was there already', () => Promise.resolve('existing'), []],
    ['cannot be claimed', () => Promise.reject(new Error('no store')), []],
  ])('is kept only when it %s', async (_, claim, held) => {
    const running = createRunningTransactions();
    await claimWhileRunning(running, ID, claim, (outcome) => outcome === 'claimed').catch(() => undefined);
    expect(running.requestIds()).toEqual(held);
  });
});
