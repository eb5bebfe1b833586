import { askGraphQL } from '../channels/graphql.js';

/** Adds an endpoint of the sandbox's programme to the gateway at this address. */
export async function addEndpoint(
  gatewayUrl: string,
  url: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { data, errors } = await askGraphQL<{ addEndpoint: { endpoint: { id: string }; secret: string } }>(
    gatewayUrl,
    'mutation ($input: AddEndpointInput!) { addEndpoint(input: $input) { endpoint { id } secret } }',
    { variables: { input: { programme: 'sandbox', url } } },
  );
  if (data === null) throw new Error(errors[0]?.message);
  return { id: data.addEndpoint.endpoint.id, secret: data.addEndpoint.secret };
}

/** Sends a test webhook to an endpoint. */
export async function testEndpoint(gatewayUrl: string, id: string): Promise<void> {
  const mutation = 'mutation ($id: ID!) { testEndpoint(input: { endpointId: $id }) { delivery { id } } }';
  await askGraphQL(gatewayUrl, mutation, { variables: { id } });
}
