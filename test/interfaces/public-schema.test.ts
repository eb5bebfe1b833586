/** Tests the schema as a public interface: promises to its users that hold whatever fields are added. */
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { createClient } from 'graphql-ws';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { askGraphQL, deduct, JSON_PROXY, KEYS } from '../support/channels/index.js';
import { sharedInProcess } from '../support/in-process.js';

const ROOT = join(__dirname, '../..');
const SDL = readFileSync(join(ROOT, 'schema/schema.graphql'), 'utf8');
const SCHEMA: GraphQLSchema = buildSchema(SDL);
const TYPES: readonly GraphQLNamedType[] = Object.values(SCHEMA.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

const fieldsOf = (type: GraphQLNamedType): readonly GraphQLField<unknown, unknown>[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

describe('the schema', () => {
  it('describes every type, field, argument, input field and enum value', () => {
    const undescribed = TYPES.flatMap((type) => [
      ...(type.description == null ? [type.name] : []),
      ...fieldsOf(type).flatMap((field) => [
        ...(field.description == null ? [`${type.name}.${field.name}`] : []),
        ...field.args
          .filter(({ description }) => description == null)
          .map(({ name }) => `${type.name}.${field.name}(${name})`),
      ]),
      ...(isInputObjectType(type)
        ? Object.values(type.getFields())
        : isEnumType(type)
          ? type.getValues()
          : []
      )
        .filter(({ description }) => description == null)
        .map(({ name }) => `${type.name}.${name}`),
    ]);
    expect(undescribed).toEqual([]);
  });

  it('writes enum values in UPPER_CASE, and times as DateTime', () => {
    const values = TYPES.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name));
    expect(values.filter((name) => !/^[A-Z][A-Z\d_]*$/.test(name))).toEqual([]);
    const times = TYPES.flatMap(fieldsOf).filter(({ name }) => /(At|Since|Until)$/.test(name));
    expect(new Set(times.map(({ type }) => String(type).replace('!', '')))).toEqual(new Set(['DateTime']));
    expect(times.length).toBeGreaterThan(30);
  });

  it('gives one name one type, in inputs and in results', () => {
    const typesByName = new Map<string, Set<string>>();
    for (const type of TYPES) {
      const named = [
        ...fieldsOf(type),
        ...fieldsOf(type).flatMap(({ args }) => args),
        ...(isInputObjectType(type) ? Object.values(type.getFields()) : []),
      ];
      for (const { name, type: of } of named.filter((each) => /(^id|Id|Reference)$/.test(each.name)))
        typesByName.set(name, (typesByName.get(name) ?? new Set()).add(String(of).replace('!', '')));
    }
    const several = [...typesByName].filter(([, types]) => types.size > 1).map(([name]) => name);
    expect(several).toEqual([]);
  });

  it('lists connections with a page and one filter, and gives their entries global ids', () => {
    const lists = fieldsOf(SCHEMA.getQueryType()!).filter(({ type }) => /Connection!$/.test(String(type)));
    expect(lists.map(({ name }) => name).sort()).toEqual([
      'approvals',
      'auditLog',
      'deliveries',
      'digitizations',
      'endpoints',
      'events',
      'keys',
      'programmes',
      'provisioningAttempts',
      'refusedCalls',
      'terminals',
      'transactions',
      'wallets',
    ]);
    for (const { args, name, type } of lists) {
      const others = args
        .map((arg) => arg.name)
        .filter((arg) => !['first', 'last', 'after', 'before'].includes(arg));
      expect([name, others]).toEqual([name, ['filter']]);
      const node = SCHEMA.getType(String(type).replace(/Connection!$/, ''));
      expect(isObjectType(node) && node.getInterfaces().map((each) => each.name)).toEqual(['Node']);
    }
  });

  it('returns payload types from the mutations of administration, which have one input', () => {
    const calls = /^(balance|deduct|load|transact|stop|validatePin|administrativeMessage|brazilian|mexican)/;
    const network = /Secret$|ActivationCode$|^authorizeToken$|^reportDigitization$/;
    const mutations = fieldsOf(SCHEMA.getMutationType()!).filter(
      ({ name }) => name === 'rotateEndpointSecret' || !(calls.test(name) || network.test(name)),
    );
    expect(mutations.length).toBeGreaterThan(20);
    for (const { name, type, args } of mutations) {
      const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      expect([String(type), args.map((arg) => `${arg.name}: ${String(arg.type)}`)]).toEqual([
        `${capital}Result!`,
        [`input: ${capital}Input!`],
      ]);
    }
  });

  it('does not mention internal parameters of the adapters', () => {
    expect(SDL).not.toMatch(/passThrough|told/i);
  });
});

describe('a gateway', () => {
  const gateway = sharedInProcess({});

  const ask = async <Data = Record<string, never>>(
    query: string,
    key: string = KEYS.operator,
    variables = {},
  ) => askGraphQL<Data>(gateway.url, query, { key, variables });

  it('finds every object again by its global id, of the same type', async () => {
    await JSON_PROXY.call(gateway.url, deduct());
    const lists = ['terminals', 'wallets', 'programmes', 'keys', 'auditLog', 'transactions'];
    const { data } = await ask<Record<string, { edges: { node: Listed }[] }>>(`{
      ${lists.map((list) => `${list}(first: 3) { edges { node { __typename id } } }`).join('\n')}
      cards: wallets(first: 1) { edges { node { __typename id cards { __typename id } } } }
      shared: programmes(first: 1) { edges { node { __typename id sharedKeys { __typename id } } } }
    }`);
    const found = Object.values(data!).flatMap(({ edges }) =>
      edges.flatMap(({ node }) => [node, ...(node.cards ?? []), ...(node.sharedKeys ?? [])]),
    );
    const objects = found.map(({ __typename, id }) => ({ __typename, id }));
    expect(new Set(objects.map(({ __typename }) => __typename)).size).toBe(8);
    const again = await ask<{ nodes: Listed[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      KEYS.operator,
      {
        ids: objects.map(({ id }) => id),
      },
    );
    expect(again.data!.nodes).toEqual(objects);
  });

  interface Listed {
    readonly __typename: string;
    readonly id: string;
    readonly cards?: Listed[];
    readonly sharedKeys?: Listed[];
  }

  it('finds the events and attempts of a programme only for its integrator', async () => {
    const issued = await ask(
      'mutation { generateProvisioningSecret(cardId: 5001) { keyId } }',
      KEYS.integrator,
    );
    expect(issued.errors).toEqual([]);
    const { data } = await ask<{ provisioningAttempts: { edges: { node: { id: string } }[] } }>(
      '{ provisioningAttempts(first: 1) { edges { node { id } } } }',
    );
    const { id } = data!.provisioningAttempts.edges[0]!.node;
    const query = `{ node(id: "${id}") { __typename id ... on ProvisioningAttempt { state } } }`;
    expect((await ask(query, KEYS.integrator)).data).toEqual({
      node: { __typename: 'ProvisioningAttempt', id, state: 'ISSUED' },
    });
    expect((await ask(query, KEYS.client)).data).toEqual({ node: null });
  });

  it('finds no object by an invalid id, and at most 100 at once', async () => {
    const wrong = [
      '',
      'x',
      'trm_',
      'trm_!!!',
      'txn_NTAwMV8x',
      'shk_WzFd',
      'evt_0',
      'crd_LTE',
      'aud_OTk5OTk5',
    ];
    const { data } = await ask<{ nodes: null[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      KEYS.operator,
      {
        ids: wrong,
      },
    );
    expect(data!.nodes).toEqual(wrong.map(() => null));
    const many = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', KEYS.operator, {
      ids: Array(101).fill('x'),
    });
    expect(many.errors[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', field: 'ids' });
  });

  const INPUT = {
    customerId: 1001,
    cardId: 5001,
    terminalId: '0068766621',
    reference: '43172792905',
    narrative: 'N',
    requestAmount: 100,
    transactionId: '700001',
    transactionDate: '20200817T17:58:57',
  };

  it('offers a reversal as its own mutation', async () => {
    const reversal = {
      ...INPUT,
      transactionId: '700002',
      referenceId: '700001',
      referenceDate: INPUT.transactionDate,
    };
    const reversed = await ask(
      'mutation ($input: DeductReversalInput!) { deductReversal(input: $input) { response { resultCode } } }',
      KEYS.client,
      { input: reversal },
    );
    expect(reversed.data).toEqual({ deductReversal: { response: { resultCode: 1 } } });
  });

  it.each([
    ['stopReason', 1, 'stopReason is no field of Deduct.'],
    ['messageName', 'x', 'messageName is no field of Deduct.'],
    ['parameters', { grace_period: 3 }, 'gracePeriod is no field of Deduct.'],
    ['parameters', { anything: 'x' }, 'anything is no field of Deduct.'],
  ])('refuses a field that the method of transact does not have: %s', async (name, value, message) => {
    const input = { ...INPUT, transactionType: '00', methodName: 'Deduct', [name]: value };
    const { errors } = await ask(
      'mutation ($input: TransactionInput!) { transact(input: $input) { requestId } }',
      KEYS.client,
      { input },
    );
    expect(errors.map((error) => [error.extensions.code, error.message])).toEqual([['BAD_REQUEST', message]]);
  });

  it('gives amounts as money in the currency that the programme had then', async () => {
    const MONEY = `mutation ($input: BalanceInput!) { balance(input: $input) { requestId
      response { balanceAmount balanceMoney { minorUnits currency text } approvalMoney { text } } } }`;
    const { requestAmount: _requestAmount, ...input } = { ...INPUT, transactionId: '700009' };
    const balanceMoney = async () => {
      const { data } = await ask<{
        balance: { requestId: string; response: { balanceAmount: number; balanceMoney: object } };
      }>(MONEY, KEYS.client, { input });
      return { requestId: data!.balance.requestId, ...data!.balance.response };
    };
    const before = await balanceMoney();
    const minorUnits = before.balanceAmount;
    const amount = `${String(Math.floor(minorUnits / 100))}.${String(minorUnits % 100).padStart(2, '0')}`;
    expect(before.balanceMoney).toEqual({ minorUnits, currency: 'USD', text: `${amount} USD` });
    const put =
      'mutation ($currency: String!) { putProgramme(input: { programme: "sandbox", currency: $currency }) { programme { currency } } }';
    expect((await ask(put, KEYS.operator, { currency: 'euros' })).errors[0]?.extensions).toMatchObject({
      code: 'BAD_REQUEST',
      field: 'currency',
    });
    expect((await ask(put, KEYS.operator, { currency: 'EUR' })).data).toEqual({
      putProgramme: { programme: { currency: 'EUR' } },
    });
    expect((await balanceMoney()).balanceMoney).toEqual({
      minorUnits,
      currency: 'EUR',
      text: `${amount} EUR`,
    });
    const { requestId } = before;
    const saved =
      'query ($requestId: String!) { transaction(requestId: $requestId) { requestMoney { currency } } }';
    expect((await ask(saved, KEYS.operator, { requestId })).data).toEqual({
      transaction: { requestMoney: { currency: 'USD' } },
    });
  });

  describe('the subscription events', () => {
    const follow = async (key: string, given: string): Promise<unknown> => {
      const client = createClient({
        url: `${gateway.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${key}` },
        retryAttempts: 0,
      });
      const results = client.iterate({ query: `subscription { events${given} { id type cardId data } }` });
      try {
        const { value } = await results.next();
        return value?.errors ?? value?.data;
      } catch (error) {
        return error;
      } finally {
        await client.dispose();
      }
    };

    it('replays every type that the role may see', async () => {
      await ask(
        `mutation { reportDigitization(input: { cardId: 5002, walletId: "103", tokenReference: "PUBLIC-1",
          tokenRequestorId: "4" }) { id } }`,
        KEYS.network,
      );
      const { data } = await ask<{ events: { edges: { node: { id: string } }[] } }>(
        '{ events(last: 1) { edges { node { id } } } }',
      );
      const number = Number(data!.events.edges[0]!.node.id.slice(4)) - 1;
      const after = `evt_${String(number).padStart(12, '0')}`;
      const expected = {
        events: expect.objectContaining({ type: 'DIGITIZATION_COMPLETE', cardId: 5002 }) as unknown,
      };
      expect(await follow(KEYS.integrator, `(after: "${after}")`)).toEqual(expected);
      expect(
        await follow(KEYS.operator, `(after: "${after}", types: [DIGITIZATION_COMPLETE], cardId: 5002)`),
      ).toEqual(expected);
    });

    it.each([
      ['(types: [TRANSACTION_IN_DOUBT])', 'FORBIDDEN', 'types'],
      ['(types: [])', 'BAD_REQUEST', 'types'],
      ['(after: "evt_1")', 'BAD_REQUEST', 'after'],
    ])('refuses %s to an integrator', async (given, code, field) => {
      expect(await follow(KEYS.integrator, given)).toMatchObject([{ extensions: { code, field } }]);
    });
  });
});
