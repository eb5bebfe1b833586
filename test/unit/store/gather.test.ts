import { batchCalls } from '../../../src/store/events/deliveries.js';

describe('a batch of calls', () => {
  const recorder = (write?: (items: readonly number[]) => Promise<readonly string[]>) => {
    const batches: (readonly number[])[] = [];
    const add = batchCalls<number, string>({
      forMs: 5,
      max: 3,
      write: (items) => {
        batches.push(items);
        return write?.(items) ?? Promise.resolve(items.map(String));
      },
    });
    return { batches, add };
  };

  it('is written together, and each call gets its own result', async () => {
    const { batches, add } = recorder();
    expect(await Promise.all([add(1), add(2)])).toEqual(['1', '2']);
    expect(batches).toEqual([[1, 2]]);
  });

  it('is written at once when it is full, and the rest after a moment', async () => {
    const { batches, add } = recorder();
    const all = [1, 2, 3, 4].map(add);
    expect(batches).toEqual([[1, 2, 3]]);
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('fails as a whole, without effect on later calls', async () => {
    const { add } = recorder((items) =>
      items.includes(1) ? Promise.reject(new Error('disk full')) : Promise.resolve(items.map(String)),
    );
    const [first, second] = [add(1), add(2)];
    await expect(first).rejects.toThrow('disk full');
    await expect(second).rejects.toThrow('disk full');
    expect(await add(3)).toBe('3');
  });
});
