/** @type {import('jest').Config} */
module.exports = {
  rootDir: require('node:path').resolve(__dirname, '..'),
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
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
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transformIgnorePatterns: [
    '/node_modules/(?!(otplib|@otplib|@scure|@noble|kysely|commander)/)',
    '<rootDir>/dist/',
  ],
  // Most tests wait for processes, disks and clocks of their own: the cores are not idle meanwhile.
  maxWorkers: '100%',
  testTimeout: 120000,
};
