import {
  checksumOf,
  deduct,
  envelopeOf,
  GRAPHQL,
  graphQLBody,
  JSON_PROXY,
  klvText,
  type Bench,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/** Tests KLV from callers who write members instead of text (docs/reference/protocol.md#klv). */
export function klvMembersContract(bench: () => Bench): void {
  const call = () => deduct({ transaction_data: klvText([['251', 'VISA']]) });

  const json = (data: Record<string, unknown>) => {
    const { request, ...rest } = envelopeOf(call());
    return JSON_PROXY.post(
      bench().url,
      JSON.stringify({ ...rest, request: { ...request, transaction_data: data } }),
    );
  };

  const graphql = (transactionData: Record<string, unknown>, checksum?: string) => {
    const { query, variables } = graphQLBody({ ...call(), checksum: checksum ?? null });
    const input = { ...variables.input, transactionData };
    return GRAPHQL.post(bench().url, JSON.stringify({ query, variables: { input } }));
  };

  it('is refused in JSON when a key goes by another name than its own', async () => {
    for (const name of ['klv_251', 'klv_002', 'klv_900']) {
      const heard = await withoutTrace(bench(), () => json({ [name]: 'VISA' }));
      expectError(JSON_PROXY, heard, 'BAD_REQUEST', `transaction_data.${name}`);
    }
  });

  it('is refused in GraphQL when a key is given twice, by name, number or both', async () => {
    const twice = [
      { network: 'VISA', other: [{ key: '251', value: 'VISA' }] },
      { network: 'VISA', other: [{ key: 'network', value: 'VISA' }] },
      {
        other: [
          { key: '251', value: 'A' },
          { key: '251', value: 'A' },
        ],
      },
    ];
    for (const data of twice) {
      const heard = await withoutTrace(bench(), () => graphql(data));
      expectError(GRAPHQL, heard, 'BAD_REQUEST', 'transaction_data.network');
    }
  });

  it('takes in GraphQL three digits, a documented name, or a name of the caller’s own', async () => {
    const other = [
      { key: '010', value: '69972522' },
      { key: 'mobile_number', value: '+5999' },
      { key: '777', value: 'x' },
      { key: 'ours', value: 'y' },
    ];
    expectAnswer(GRAPHQL, await graphql({ network: 'VISA', other }), 1);
    const { transaction_data } = bench().wallet.calls.at(-1)!.envelope()['request'] as Record<string, object>;
    expect(Object.entries(transaction_data!)).toEqual([
      ['conversion_rate', '69972522'],
      ['network', 'VISA'],
      ['mobile_number', '+5999'],
      ['klv_777', 'x'],
      ['ours', 'y'],
    ]);
  });

  it('passes members on that stand for no key; they are in no checksum', async () => {
    const plain = call();
    const { request, ...rest } = envelopeOf(plain);
    const data = { ...(request['transaction_data'] as object), ours: 'y' };
    const heard = await JSON_PROXY.post(
      bench().url,
      JSON.stringify({ ...rest, request: { ...request, transaction_data: data } }),
    );
    expectAnswer(JSON_PROXY, heard, 1);
    expect(bench().wallet.calls.at(-1)!.envelope()['request']).toMatchObject({
      transaction_data: { network: 'VISA', ours: 'y' },
      checksum: checksumOf(plain, 'canonical'),
    });
  });
}
