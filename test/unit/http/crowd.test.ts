import { type EvictableConnection, ConnectionPool } from '../../../src/http/connections.js';

describe('a pool of connections', () => {
  let left: string[];
  let full: number;
  let crowd: ConnectionPool;

  beforeEach(() => {
    left = [];
    full = 0;
    crowd = new ConnectionPool(3, () => (full += 1));
  });

  function come(name: string): { isServed: boolean } & EvictableConnection {
    const connection = { isServed: false, giveWay: () => void left.push(name) };
    crowd.add(connection);
    return connection;
  }

  it('closes no connection while there is room', () => {
    const first = come('a');
    come('b');
    crowd.remove(first);
    come('c');
    come('d');
    expect([left, full]).toEqual([[], 0]);
  });

  it('closes the oldest connection that never had an answer', () => {
    for (const name of ['a', 'b']) crowd.hadAnswer(come(name));
    come('half');
    come('c');
    come('d');
    expect([left, full]).toEqual([['half', 'c'], 2]);
  });

  it('closes the connection with the oldest last answer when all had one', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(come);
    for (const connection of [c!, a!, b!, c!]) crowd.hadAnswer(connection);
    come('d');
    expect(left).toEqual(['a']);
  });

  it('never closes a connection that is being served', () => {
    const served = come('a');
    served.isServed = true;
    come('b');
    come('c');
    come('d');
    expect(left).toEqual(['b']);
    for (const connection of ['c', 'd'].map(come)) connection.isServed = true;
    come('e');
    expect(left).not.toContain('a');
  });

  it('forgets a connection that closed before its answer was ready', () => {
    const gone = come('a');
    crowd.remove(gone);
    crowd.hadAnswer(gone);
    for (const name of ['b', 'c', 'd']) come(name);
    expect(left).toEqual([]);
  });
});
