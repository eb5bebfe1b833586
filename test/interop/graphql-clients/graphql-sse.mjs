import { createClient } from 'graphql-sse';
import { bearer, FOLLOW, FROM_THE_FIRST, LIST, PAY, say, STREAM, task } from './task.mjs';

/** @param {'client' | 'integrator' | 'operator'} role @param {import('graphql-sse').RequestParams} request */
async function first(role, request) {
  const client = createClient({ url: STREAM, headers: bearer(role) });
  const { value } = await client.iterate(request).next();
  return value.data;
}

const mutation = await first('client', { query: PAY, variables: { input: task.input } });
const query = await first('operator', { query: LIST });
const subscription = await first('integrator', { query: FOLLOW, variables: FROM_THE_FIRST });
say({ query, mutation, subscription });
