/** Tests docs/graphql.md, "Types for your program", in a new project, with the schema from a file and by URL. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');
const run = promisify(execFile);

const [, CONFIG = ''] =
  /```yaml\n(schema:[\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/graphql.md'), 'utf8')) ?? [];
const BY_URL = /schema:\n(?: .*\n)+/;

const DOCUMENT = `
  mutation Pay($input: DeductInput!) {
    deduct(input: $input) { requestId response { resultCode balanceMoney { text } } }
  }
  subscription Follow { events { id type occurredAt data } }
`;
const PROGRAM = `
  import { PayDocument, type PayMutation, type PayMutationVariables, type FollowSubscription } from './cardway.js';
  export const variables: PayMutationVariables = {
    input: {
      terminalId: '0068766621',
      reference: '43172792905',
      customerId: 1001,
      cardId: 5001,
      requestAmount: 200,
      narrative: 'KARINA FURNITURE       CURACAO       CUW',
      transactionType: '00',
      transactionId: '401897',
      transactionDate: '20200817T17:58:57',
    },
  };
  export const code = (paid: PayMutation): number | null | undefined => paid.deduct.response?.resultCode;
  export const isComplete = ({ events }: FollowSubscription): boolean => events.type === 'DIGITIZATION_COMPLETE';
  export default PayDocument;
`;

const folder = temporaryFolder();

const gateway = sharedGateway({ folder });

it.each([
  ['from a file', (config: string) => config.replace(BY_URL, 'schema: schema.graphql\n')],
  ['by URL', (config: string) => config.replace('http://127.0.0.1:4000', gateway.url)],
])('generates types that compile, %s', async (name, adapted) => {
  const project = join(folder, name);
  mkdirSync(project);
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  copyFileSync(join(ROOT, 'schema/schema.graphql'), join(project, 'schema.graphql'));
  const config = adapted(CONFIG);
  expect(config.includes('http://')).toBe(name === 'by URL');
  writeFileSync(join(project, 'codegen.yml'), config);
  mkdirSync(join(project, 'operations'));
  writeFileSync(join(project, 'operations/pay.graphql'), DOCUMENT);
  writeFileSync(join(project, 'program.ts'), PROGRAM);
  const program = (path: string, ...args: readonly string[]) =>
    run(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: project });
  await program('@graphql-codegen/cli/cjs/bin.js');
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  await program('typescript/bin/tsc', ...flags, 'program.ts').catch((error: unknown) => {
    expect((error as { stdout: string }).stdout).toBe('');
    throw error;
  });
});
