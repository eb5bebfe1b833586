import { shareAbortListener } from '../../../src/outbound/webhooks/webhook.js';

describe('a shared abort signal', () => {
  it('ends all work in progress once, and no finished work', () => {
    const stop = new AbortController();
    const endings = shareAbortListener();
    const ended: string[] = [];
    const ends = ['a', 'b', 'c'].map((name) => () => void ended.push(name));
    for (const end of ends) endings.add(stop.signal, end);
    endings.remove(stop.signal, ends[1]!);
    stop.abort();
    expect(ended).toEqual(['a', 'c']);
  });

  it('that is already aborted ends new work at once', () => {
    const endings = shareAbortListener();
    const ended: string[] = [];
    endings.add(AbortSignal.abort(), () => void ended.push('late'));
    expect(ended).toEqual(['late']);
  });
});
