/** Tests that every GraphQL field, export and command lets in exactly the roles that its permission names. */
import { type GraphQLObjectType, type GraphQLSchema, isCompositeType, getNamedType } from 'graphql';
import { buildSchema } from '../../src/graphql/build-schema.js';
import { askGraphQL, nodesOf, send } from '../support/channels/index.js';
import { sharedInProcess } from '../support/in-process.js';

/** Roles by their letter in the tables below. */
const ROLES = {
  c: 'client',
  i: 'integrator',
  n: 'network',
  a: 'auditor',
  s: 'settler',
  u: 'custodian',
  o: 'operator',
} as const;

type Letter = keyof typeof ROLES;

const LETTERS = Object.keys(ROLES) as Letter[];

const keys = {} as Record<Letter, string>;

const gateway = sharedInProcess({});

beforeAll(async () => {
  for (const letter of LETTERS) {
    const programme = 'cin'.includes(letter) ? ', programme: "sandbox"' : '';
    const { data } = await askGraphQL<{ createKey: { secret: string } }>(
      gateway.url,
      `mutation { createKey(input: { keyId: "role-${letter}", role: ${ROLES[letter].toUpperCase()}${programme} }) { secret } }`,
    );
    keys[letter] = data?.createKey.secret ?? '';
  }
});

/** Returns the letters of the roles that `isLetIn` lets in. */
async function lettersOf(isLetIn: (letter: Letter) => Promise<boolean>): Promise<string> {
  let letters = '';
  for (const letter of LETTERS) if (await isLetIn(letter)) letters += letter;
  return letters;
}

/** Each root field with the letters of its roles. Fields of the method table are called by clients alone. */
const FIELDS: Readonly<Record<string, string>> = {
  // Transactions
  transaction: 'caso',
  transactions: 'caso',
  settleTransaction: 'so',
  settleTransactions: 'so',
  sendTransaction: 'so',
  stats: 'aso',
  reconciliation: 'aso',
  transactionSaved: 'aso',
  search: 'aso',
  refusedCalls: 'aso',
  auditLog: 'aso',
  auditHead: 'aso',
  verifyAudit: 'aso',
  purgeTransactions: 'o',
  purgeAuditLog: 'o',
  approvals: 'asuo',
  approveRequest: 'suo',
  rejectRequest: 'suo',
  // Provisioning
  generateProvisioningSecret: 'i',
  verifyProvisioningSecret: 'n',
  issueActivationCode: 'n',
  verifyActivationCode: 'n',
  authorizeToken: 'n',
  reportDigitization: 'n',
  provisioningAttempt: 'inaso',
  provisioningAttempts: 'inaso',
  digitizations: 'inaso',
  provisioningFunnel: 'iaso',
  // Events
  event: 'iaso',
  events: 'iaso',
  digitizationComplete: 'iaso',
  endpoint: 'iaso',
  endpoints: 'iaso',
  delivery: 'iaso',
  deliveries: 'iaso',
  addEndpoint: 'o',
  setEndpoint: 'o',
  disableEndpoint: 'o',
  enableEndpoint: 'o',
  rotateEndpointSecret: 'o',
  testEndpoint: 'o',
  resendDelivery: 'o',
  resendEvent: 'o',
  resendDeliveries: 'o',
  // Directory
  programme: 'asuo',
  programmes: 'asuo',
  putProgramme: 'uo',
  addSharedKey: 'uo',
  setSharedKeyState: 'uo',
  terminal: 'asuo',
  terminals: 'asuo',
  addTerminal: 'uo',
  setTerminal: 'uo',
  enableTerminal: 'uo',
  disableTerminal: 'uo',
  rotateTerminalPassword: 'uo',
  key: 'asuo',
  keys: 'asuo',
  createKey: 'uo',
  revokeKey: 'uo',
  setKeyExpiry: 'uo',
  setKeyDocuments: 'uo',
  wallet: 'caso',
  wallets: 'caso',
  putWallet: 'co',
  blockWallet: 'o',
  unblockWallet: 'o',
  moveWallet: 'o',
  importWallets: 'o',
  moveCard: 'o',
  // Everyone
  operatorSession: 'asuo',
  node: 'cinasuo',
  nodes: 'cinasuo',
};

const schema: GraphQLSchema = buildSchema();

const FIELDS_OF_SCHEMA = (['query', 'mutation', 'subscription'] as const).flatMap((operation) => {
  const root = schema.getRootType(operation as never) as GraphQLObjectType;
  return Object.values(root.getFields()).map((field) => ({ operation, name: field.name, field }));
});

/** Returns a document that uses a field with variables, of which none is given. The role is checked before them. */
function documentOf({ operation, name, field }: (typeof FIELDS_OF_SCHEMA)[number]): string {
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return given === ''
    ? `${operation} { ${name}${selection} }`
    : `${operation} (${variables}) { ${name}(${given})${selection} }`;
}

describe('GraphQL', () => {
  it.each(FIELDS_OF_SCHEMA.map((each) => [`${each.operation} ${each.name}`, each] as const))(
    '%s lets in its roles, and its description names them',
    async (_, each) => {
      const letIn = await lettersOf(async (letter) => {
        const { errors } = await askGraphQL(gateway.url, documentOf(each), { key: keys[letter] });
        return !errors.some(({ extensions }) => extensions.code === 'FORBIDDEN');
      });
      expect(letIn).toBe(FIELDS[each.name] ?? 'c');
      const names = /Roles: ([a-z, ]+)\.$/.exec(each.field.description ?? '')?.[1];
      expect(names?.split(', ').sort()).toEqual(
        [...letIn].map((letter): string => ROLES[letter as Letter]).sort(),
      );
    },
  );

  it('the table names no field that does not exist', () => {
    const names = FIELDS_OF_SCHEMA.map(({ name }) => name);
    expect(Object.keys(FIELDS).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('no role changes during the walk', async () => {
    const { data } = await askGraphQL(gateway.url, '{ wallets { edges { node { blocked } } } }');
    expect(JSON.stringify(data)).not.toContain('true');
  });
});

/** Returns true unless the gateway refuses the role. */
async function isOpen(path: string, letter: Letter): Promise<boolean> {
  const headers = { Authorization: `Bearer ${keys[letter]}` };
  const { status } = await send(`${gateway.url}${path}`, { method: 'GET', headers });
  return status !== 403;
}

describe('routes', () => {
  it.each([
    ['transactions', 'aso'],
    ['refused-calls', 'aso'],
    ['audit-log', 'aso'],
    ['events', 'aso'],
    ['deliveries', 'aso'],
    ['endpoints', 'aso'],
    ['attempts', 'aso'],
    ['digitizations', 'aso'],
    ['wallets', 'aso'],
    ['terminals', 'asuo'],
    ['programmes', 'asuo'],
    ['keys', 'asuo'],
  ])('/v1/exports/%s lets in its roles', async (list, letters) => {
    expect(await lettersOf((letter) => isOpen(`/v1/exports/${list}`, letter))).toBe(letters);
  });

  it('the report of a transaction lets in its roles', async () => {
    expect(await lettersOf((letter) => isOpen('/v1/transactions/5001_20200817175857_1', letter))).toBe(
      'caso',
    );
  });

  it('the console lets in people', async () => {
    const letIn = await lettersOf(async (letter) => {
      const headers = { Authorization: `Bearer ${keys[letter]}` };
      return (await send(`${gateway.url}/console/session`, { headers })).status === 204;
    });
    expect(letIn).toBe('asuo');
  });
});

describe('keys of people', () => {
  const codeOf = async (letter: Letter, mutation: string): Promise<string | undefined> =>
    (await askGraphQL(gateway.url, `mutation { ${mutation} }`, { key: keys[letter] })).errors[0]?.extensions
      .code;

  it.each(['AUDITOR', 'SETTLER', 'CUSTODIAN', 'OPERATOR'])(
    'a custodian makes none of role %s',
    async (role) => {
      const create = (id: string): string =>
        `createKey(input: { keyId: "${id}-${role}", role: ${role} }) { secret }`;
      expect(await codeOf('u', create('wish'))).toBe('FORBIDDEN');
      expect(await codeOf('o', create('made'))).toBeUndefined();
      const of = `input: { keyId: "made-${role}"`;
      expect(await codeOf('u', `setKeyExpiry(${of}, expiresAt: null }) { key { keyId } }`)).toBe('FORBIDDEN');
      expect(await codeOf('u', `setKeyDocuments(${of}, documents: ANY }) { key { keyId } }`)).toBe(
        'FORBIDDEN',
      );
      expect(await codeOf('u', `revokeKey(${of} }) { key { keyId } }`)).toBe('FORBIDDEN');
      expect(await codeOf('o', `revokeKey(${of} }) { key { keyId } }`)).toBeUndefined();
    },
  );

  it('a custodian makes and revokes a key of a programme', async () => {
    const made = 'createKey(input: { keyId: "till", role: CLIENT, programme: "sandbox" }) { secret }';
    expect(await codeOf('u', made)).toBeUndefined();
    expect(await codeOf('u', 'revokeKey(input: { keyId: "till" }) { key { keyId } }')).toBeUndefined();
  });

  it('a key of a person belongs to no programme', async () => {
    const made = 'createKey(input: { keyId: "of-shop", role: AUDITOR, programme: "sandbox" }) { secret }';
    expect(await codeOf('o', made)).toBe('BAD_REQUEST');
  });
});

it('a custodian sees no payment by the global id of one', async () => {
  const [{ id } = { id: '' }] = await nodesOf<{ id: string }>(gateway.url, 'wallets(first: 1)', 'id');
  const find = async (letter: Letter): Promise<unknown> =>
    (await askGraphQL(gateway.url, `{ node(id: "${id}") { id } }`, { key: keys[letter] })).data;
  expect(await find('u')).toEqual({ node: null });
  expect(await find('a')).toEqual({ node: { id } });
});
