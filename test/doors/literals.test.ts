import { startGateway, type TestGateway } from '../support/gateway.js';
import { NETWORK } from '../support/provisioning/endpoints.js';

/** What stands in a document in the wrong place may be a secret or a card number, and replies are logged by those who get them. */

const OTP = '87654321';
const PAN = '5308426600000116';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway.stop();
});

it.each([
  [`mutation { verifyProvisioningSecret(cardId: 5001, secret: ${OTP}) { valid } }`, 'BAD_REQUEST'],
  [`mutation { verifyProvisioningSecret(cardId: "001#${OTP}", secret: "") { valid } }`, 'BAD_REQUEST'],
  [`mutation { verifyActivationCode(cardId: 5001, activationCode: ${OTP}) { valid } }`, 'BAD_REQUEST'],
  [`mutation { verifyProvisioningSecret(cardId: 5001 "001#${OTP}") { valid } }`, 'MALFORMED'],
  [`mutation { verifyProvisioningSecret(cardId: 5001 ${OTP}) { valid } }`, 'MALFORMED'],
  [`mutation { verifyProvisioningSecret("""001#${OTP}""") { valid } }`, 'MALFORMED'],
  [`{ provisioningAttempts(state: "001#${OTP}") { edges { cursor } } }`, 'BAD_REQUEST'],
  [`{ provisioningAttempts(filter: "${PAN}") { edges { cursor } } }`, 'BAD_REQUEST'],
  [
    `mutation { reportDigitization(input: {cardId: 5001, walletId: "103", tokenReference: "t", tokenRequestorId: "1", digitizedPan: ${PAN}}) { id } }`,
    'BAD_REQUEST',
  ],
])('GraphQL refuses %s without repeating the value', async (query, code) => {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${NETWORK}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  const { errors } = JSON.parse(text) as { errors: { message: string; extensions: { code: string } }[] };
  expect(errors[0]?.extensions.code).toBe(code);
  expect(errors[0]?.message).toMatch(/^(Expected|Syntax Error: Expected|\w+.* cannot represent )/);
  expect(text).not.toContain(OTP);
  expect(text).not.toContain(PAN);
});
