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
    '/node_modules/(?!(otplib|@otplib|@scure|@noble|kysely|commander)/)',
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

/** Suites whose subject takes its time: kills, many nodes, old Nodes, the packed package. `npm test` leaves them to `npm run test:long`. */
const LONG = '\\.long\\.test\\.ts$';

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
    [LONG, ...others.map((folder) => `<rootDir>/test/${folder}/`)],
  );

const { unit, store, gateway } = FOLDERS;

/** @type {import('jest').Config} */
module.exports = {
  rootDir: common.rootDir,
  projects: [
    projectOf('unit', unit, ['unit/store']),
    projectOf('store', store, []),
    projectOf('gateway', gateway, []),
    projectOf('system', ['*'], [...unit, ...store, ...gateway]),
    project('long', ['**/*.long.test.ts'], []),
  ],
  testSequencer: resolve(__dirname, 'test-order.cjs'),
  // A folder for what every test starts with: a prepared PostgreSQL, a migrated file, compiled code.
  globalSetup: resolve(__dirname, '../test/support/before-run.ts'),
  globalTeardown: resolve(__dirname, '../test/support/after-run.ts'),
  // Many tests wait for processes, disks and clocks of their own: meanwhile a core has room for another one.
  maxWorkers: Math.ceil(availableParallelism() * 2),
  // Ends a test that hangs, however busy the machine is.
  testTimeout: 300000,
};
