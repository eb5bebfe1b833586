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
    ...['doors', 'conformance', 'stream', 'webhooks', 'console', 'openapi', 'observability', 'client'],
    ...['collection', 'interop', 'administration'],
  ],
};

const project = (name, folders, others) => ({
  ...common,
  displayName: name,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ['/node_modules/', ...others.map((folder) => `<rootDir>/test/${folder}/`)],
});

const { unit, store, gateway } = FOLDERS;

/** @type {import('jest').Config} */
module.exports = {
  rootDir: common.rootDir,
  projects: [
    project('unit', unit, ['unit/store']),
    project('store', store, []),
    project('gateway', gateway, []),
    project('system', ['*'], [...unit, ...store, ...gateway]),
  ],
  // Many tests wait for processes, disks and clocks of their own: meanwhile a core has room for another one.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Ends a test that hangs, however busy the machine is.
  testTimeout: 300000,
};
