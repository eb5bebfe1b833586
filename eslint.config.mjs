// Patterns are relative to the root of the repository.
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
const ENTRY = ['src/main.ts', 'src/cli/**', 'scripts/describe/main.ts'];

const noProcess = 'Only src/main.ts and src/cli know the process: take the value as an argument.';
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that a thing has one name wherever it is used.',
};

/**
 * Mistakes that neither the compiler nor typescript-eslint finds.
 * @type {import('eslint').Linter.RulesRecord}
 */
const mistakes = {
  'array-callback-return': 'error',
  'default-case-last': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }], // GraphQL uses null and undefined alike for "not given"
  'no-async-promise-executor': 'error',
  'no-await-in-loop': 'off', // money needs order
  'no-case-declarations': 'error',
  'no-cond-assign': 'error',
  'no-constant-binary-expression': 'error',
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
  'no-constructor-return': 'error',
  'no-control-regex': 'off', // wire formats are full of control characters
  'no-debugger': 'error',
  'no-else-return': 'error',
  'no-empty': 'error',
  'no-empty-character-class': 'error',
  'no-fallthrough': 'error',
  'no-irregular-whitespace': 'error',
  'no-loss-of-precision': 'error',
  'no-misleading-character-class': 'error',
  'no-param-reassign': 'error',
  'no-prototype-builtins': 'error',
  'no-regex-spaces': 'error',
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-sparse-arrays': 'error',
  'no-template-curly-in-string': 'error',
  'no-unassigned-vars': 'error',
  'no-unreachable-loop': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-optional-chaining': 'error',
  'no-useless-assignment': 'error',
  'no-useless-backreference': 'error',
  'no-useless-escape': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'preserve-caught-error': 'error',
  'prefer-const': 'error',
  'require-atomic-updates': 'off', // cannot tell a race from a field set after an await
  'require-yield': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
};

/** @type {import('eslint').Linter.RulesRecord} */
const size = {
  complexity: ['error', { max: 20, variant: 'modified' }],
  'max-depth': ['error', 3],
  'max-lines': ['error', 700],
  'max-lines-per-function': ['error', { max: 75, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', 4],
};

/**
 * Differences from typescript-eslint's strict set, with reasons.
 * @type {import('eslint').Linter.RulesRecord}
 */
const typed = {
  '@typescript-eslint/consistent-type-exports': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  // Brackets show that the name comes from the wire and may be missing.
  '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
  // `return refuse(…)` leaves a function without a result in one line.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions'] }],
  // A type-graphql resolver or type is a class of decorated members. Its objects are plain objects of that shape.
  '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  '@typescript-eslint/no-unsafe-enum-assignment': 'off', // costs as much as the next three together
  '@typescript-eslint/no-import-type-side-effects': 'error',
  // Lengths are counted in code points. Spreading a string gives those.
  '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
  '@typescript-eslint/no-unnecessary-condition': [
    'error',
    { allowConstantLoopConditions: 'only-allowed-literals' },
  ],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
  ],
};

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '.build-*/',
      '.cache/',
      '**/.temp/',
      'coverage/',
      'data/',
      '**/generated/',
      'bench/results/',
    ],
  },
  {
    // Rules change here for everybody, or apply everywhere.
    linterOptions: { noInlineConfig: true },
    rules: { ...mistakes, ...size, 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      // Projects are named: the service that finds them costs a third more time.
      parserOptions: {
        project: ['tsconfig.json', 'console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: typed,
  },
  {
    files: ['src/**/*.ts'],
    ignores: ENTRY,
    rules: {
      // Marked so that it stands out. The gateway calls it for a provider on loopback alone.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', name: 'allowInsecureRequests', package: 'openid-client' }] },
      ],
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'process', message: noProcess }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['process', 'node:process'].map((name) => ({ name, message: noProcess })),
        },
      ],
    },
  },
  {
    // Time and randomness are parameters, so that a test can set them.
    files: ['src/core/**', 'src/use-cases/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          ['Date', 'now'],
          ['performance', 'now'],
          ['Math', 'random'],
        ].map(([object, property]) => ({ object, property, message: 'Take it as an argument.' })),
      ],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the time as an argument.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A describe is a chapter, not a function.
      'max-lines-per-function': 'off',
      'max-params': 'off',
      // Tables of captures and cases are long and flat.
      'max-lines': ['error', 600],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Keeps the one typed rule that finds tests which cannot fail. The others cost more time than they save here.
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-properties': [
        'error',
        ...['it', 'test', 'describe'].flatMap((object) =>
          ['only', 'skip', 'todo'].map((property) => ({ object, property, message: 'Every test runs.' })),
        ),
        { object: 'jest', property: 'mock', message: 'Pass a test double as an argument.' },
        { object: 'jest', property: 'spyOn', message: 'Pass a test double as an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: 'CallExpression[callee.name=/^(it|test)$/] > Literal[value=/\\bshould\\b/]',
          message: 'A title states what happens: "refuses a wrong checksum".',
        },
      ],
    },
  },
  {
    files: ['**/*.config.{mjs,ts}', 'tools/docs/.vitepress/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
);
