import { shareAbortListener } from '../../../src/outbound/webhooks/webhook.js';

describe('a signal', () => {
  it('ends all that is under way, once, and nothing that was over', () => {
    const stop = new AbortController();
    const endings = shareAbortListener();
    const ended: string[] = [];
    const ends = ['a', 'b', 'c'].map((name) => () => void ended.push(name));
    for (const end of ends) endings.add(stop.signal, end);
    endings.remove(stop.signal, ends[1]!);
    stop.abort();
    expect(ended).toEqual(['a', 'c']);
  });

  it('that has said so already ends at once what begins', () => {
    const endings = shareAbortListener();
    const ended: string[] = [];
    endings.add(AbortSignal.abort(), () => void ended.push('late'));
    expect(ended).toEqual(['late']);
  });
});
