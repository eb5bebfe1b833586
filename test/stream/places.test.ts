/** Tests the places of connections, with 40 for those that proved a key and as many for the others. */
import type { Connection, Connections, Credential } from '../../src/graphql/server/connections.js';
import { loneConnections } from './lone-connections.js';

function connectionOf(keyId: string, ends: string[] = []): Connection {
  const key = { keyId, role: 'integrator', programme: 'p', terminalIds: null, documents: 'any' } as const;
  const proof = { kind: 'key', authorization: keyId } as const;
  return {
    credential: { key, session: null, address: '192.0.2.1', proof } satisfies Credential,
    running: 0,
    subscriptions: 0,
    tick: () => undefined,
    close: (reason) => ends.push(`${keyId} ${reason}`),
    cut: () => ends.push(`${keyId} cut`),
  };
}

/** Adds and admits connections of one key. Returns the outcomes. */
function admitted(connections: Connections, keyId: string, count: number): readonly [string, Connection][] {
  return Array.from({ length: count }, (_, index) => {
    const connection = connectionOf(keyId);
    expect(connections.add(connection, `192.0.2.${String(index)}`)).toBe(true);
    const outcome = connections.admit(connection);
    if (outcome !== 'admitted') connections.remove(connection);
    return [outcome, connection];
  });
}

const count = (outcomes: readonly [string, Connection][], wanted: string): number =>
  outcomes.filter(([outcome]) => outcome === wanted).length;

it('one key has half of the places, and a place that is left is free again', () => {
  const connections = loneConnections([]);
  const first = admitted(connections, 'a', 22);
  expect([count(first, 'admitted'), count(first, 'too many of the key')]).toEqual([20, 2]);
  const second = admitted(connections, 'b', 20);
  expect(count(second, 'admitted')).toBe(20);
  expect(count(admitted(connections, 'c', 1), 'too many')).toBe(1);
  expect(connections.counts.connections).toBe(40);
  connections.remove(second[0]![1]);
  expect(count(admitted(connections, 'a', 1), 'too many of the key')).toBe(1);
  expect(count(admitted(connections, 'c', 2), 'admitted')).toBe(1);
});

it('without a proved key, one network has a tenth of the places, and the oldest gives way', () => {
  const connections = loneConnections([]);
  const ends: string[] = [];
  const add = (name: string, address: string): Connection => {
    const connection = connectionOf(name, ends);
    connections.add(connection, address);
    return connection;
  };
  add('oldest', '198.51.100.1');
  const [first, second] = [1, 2, 3, 4].map((index) => add(String(index), `2001:db8::${String(index)}`));
  expect(ends).toEqual([]);
  add('5', '2001:db8::5');
  expect(ends).toEqual(['1 too many', '1 cut']);
  // The first one is gone already. The second one leaves by itself, and its place is free.
  for (const connection of [first!, second!]) connections.remove(connection);
  add('6', '2001:db8::6');
  expect(ends).toHaveLength(2);
  add('7', '2001:db8::7');
  expect(ends.splice(2)).toEqual(['3 too many', '3 cut']);
  for (let index = 0; index < 35; index += 1) add('other', `203.0.113.${String(index)}`);
  expect(ends).toHaveLength(2);
  add('newest', '203.0.113.99');
  expect(ends.slice(2)).toEqual(['oldest too many', 'oldest cut']);
  expect(connections.counts.connections).toBe(40);
});

it('a connection that proves its key leaves the places of the others', () => {
  const connections = loneConnections([]);
  const ends: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const connection = connectionOf('a', ends);
    connections.add(connection, '192.0.2.1');
    expect(connections.admit(connection)).toBe('admitted');
  }
  expect(ends).toEqual([]);
  expect(connections.counts.connections).toBe(8);
});

it('a stop takes no more connections', () => {
  const connections = loneConnections([]);
  const [late, never] = [connectionOf('a'), connectionOf('a')];
  connections.add(late, '192.0.2.1');
  void connections.close();
  expect(connections.add(never, '192.0.2.1')).toBe(false);
  expect(connections.admit(late)).toBe('stopping');
});
