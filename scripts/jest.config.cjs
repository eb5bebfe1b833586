const { availableParallelism } = require('node:os');
const { resolve } = require('node:path');

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `The tests need Node 24 or later; this is Node ${process.versions.node} (${process.execPath}). npm test brings its own.\n`,
  );
  process.exit(1);
}

/** @type {import('jest').Config} */
const common = {
  rootDir: resolve(__dirname, '..'),
  testEnvironment: 'node',
  transform: {
    '^.+\\.(ts|mjs|cjs|js)$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // All property tests draw from one seed.
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(otplib|@otplib|@scure|@noble|kysely|commander|openid-client|oauth4webapi|jose|@clack|fast-wrap-ansi|fast-string-width|fast-string-truncated-width|sisteransi)/)',
    '<rootDir>/dist/',
  ],
};

/** Folders of `test` that are not the program as a whole, run by processes of their own. */
const FOLDERS = {
  unit: ['unit', 'tidy', 'supply-chain'],
  store: ['unit/store', 'contract', 'databases', 'backup', 'move'],
  gateway: [
    ...['channels', 'conformance', 'stream', 'webhooks', 'console', 'openapi', 'observability', 'client'],
    ...['collection', 'interop', 'administration'],
  ],
};

/**
 * Suites that `npm test` leaves out. Slow ones start browsers, other languages or many gateways: `npm run test:slow` runs them, and so
 * does each run of CI. Long ones are about kills, many nodes, old Nodes and the packed package: `npm run test:long`.
 */
const LEFT_OUT = '\\.(slow|long)\\.test\\.ts$';

const project = (name, matching, ignored) => ({
  ...common,
  displayName: name,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: matching.map((paths) => `<rootDir>/test/${paths}`),
  testPathIgnorePatterns: ['/node_modules/', ...ignored],
});

const projectOf = (name, folders, others) =>
  project(
    name,
    folders.map((folder) => `${folder}/**/*.test.ts`),
    [LEFT_OUT, ...others.map((folder) => `<rootDir>/test/${folder}/`)],
  );

const { unit, store, gateway } = FOLDERS;

/** @type {import('jest').Config} */
module.exports = {
  rootDir: common.rootDir,
  projects: [
    // A unit test that hangs says so before the others are done.
    { ...projectOf('unit', unit, ['unit/store']), testTimeout: 60_000 },
    projectOf('store', store, []),
    projectOf('gateway', gateway, []),
    projectOf('system', ['*'], [...unit, ...store, ...gateway]),
    project('slow', ['**/*.slow.test.ts'], []),
    project('long', ['**/*.long.test.ts'], []),
  ],
  testSequencer: resolve(__dirname, 'test-order.cjs'),
  // A folder for what every test starts with: a prepared PostgreSQL, a migrated file, compiled code.
  globalSetup: resolve(__dirname, '../test/support/before-run.ts'),
  globalTeardown: resolve(__dirname, '../test/support/after-run.ts'),
  // More of them share the caches of the cores, and take longer: twice as many take twice the processor time.
  // More than cores: tests wait for disks, databases and ends of processes, and on a busy machine each worker gets its own share.
  maxWorkers: 2 * availableParallelism(),
  // Ends a test that hangs, however busy the machine is.
  testTimeout: 300000,
};
