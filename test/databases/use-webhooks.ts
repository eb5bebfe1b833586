import { until } from '../life/until.js';
import { askGraphQL } from '../support/channels/index.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import type { Hook, InHand } from './in-hand.js';
import { mutate } from './use-directory.js';
import type { Using } from './use-everything.js';

/** Makes deliveries in each state, and endpoints that are enabled, failing, gone and disabled. */
export async function deliver({ url }: Using): Promise<Pick<InHand, 'dead' | 'pending'>> {
  const receiver = await startReceiver();
  receiver.answer = ({ path }, response) => {
    const status = STATUS[path] ?? 204;
    answerWith(status, status === 503 ? { 'Retry-After': '86400' } : {}, 'not now')({} as never, response);
  };
  const add = async (path: string): Promise<Hook> => {
    const { addEndpoint } = await mutate<{ addEndpoint: { endpoint: { id: string }; secret: string } }>(
      url,
      '($input: AddEndpointInput!) { addEndpoint(input: $input) { endpoint { id } secret } }',
      { input: { programme: 'sandbox', url: `${receiver.url}${path}` } },
    );
    return { endpointId: addEndpoint.endpoint.id, secret: addEndpoint.secret };
  };
  const of = (field: string, { endpointId }: Hook, answers: string) =>
    mutate(url, `($id: ID!) { ${field}(input: { endpointId: $id }) { ${answers} } }`, { id: endpointId });
  const good = await add('/good');
  const disabled = await add('/disabled');
  await of('disableEndpoint', disabled, 'endpoint { id }');
  const gone = await add('/gone');
  const dead = await add('/dead');
  const pending = await add('/pending');
  await of('rotateEndpointSecret', good, 'secret');
  for (const hook of [good, gone, dead, pending]) await of('testEndpoint', hook, 'delivery { id }');
  const count = async (state: string): Promise<number> => {
    const query = `{ deliveries(first: 50) { edges { node { state attemptCount } } } }`;
    const { data } = await askGraphQL<{
      deliveries: { edges: { node: { state: string; attemptCount: number } }[] };
    }>(url, query);
    const tried = data?.deliveries.edges.filter(({ node }) => node.attemptCount > 0) ?? [];
    return tried.filter(({ node }) => node.state === state.toUpperCase()).length;
  };
  await until('one is delivered, one dead, and one waits', async () => {
    const counts = await Promise.all(['delivered', 'dead', 'pending'].map(count));
    return counts.every((each) => each > 0) && (await isDeleted(url, gone));
  });
  await receiver.close();
  return { dead, pending };
}

const STATUS: Readonly<Record<string, number>> = { '/gone': 410, '/dead': 500, '/pending': 503 };

async function isDeleted(url: string, { endpointId }: Hook): Promise<boolean> {
  const { data } = await askGraphQL<{ endpoint: { enabled: boolean } | null }>(
    url,
    'query ($id: ID!) { endpoint(endpointId: $id) { enabled } }',
    { variables: { id: endpointId } },
  );
  return data?.endpoint?.enabled === false;
}
