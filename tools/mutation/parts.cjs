/**
 * The parts of mutation testing: the code that is mutated, and the tests that must notice it. Each part has few tests, because
 * each mutant runs all that reach it.
 *
 * @type {Record<string, { mutate: string[], tests: string[] }>}
 */
exports.PARTS = {
  /** Masks, KLV, checksum. */
  texts: {
    mutate: [
      'src/core/transactions/mask.ts',
      'src/core/transactions/field-storage.ts',
      'src/core/wire/klv.ts',
      'src/core/wire/checksum.ts',
    ],
    tests: ['test/unit/core/*.test.ts'],
  },
  /** The rules of transactions that need neither store nor wallet service. */
  rules: {
    mutate: [
      'src/core/transactions/transaction.ts',
      'src/core/transactions/normalise.ts',
      'src/core/transactions/envelope.ts',
      'src/core/transactions/methods.ts',
      'src/core/transactions/method-limits.ts',
      'src/core/transactions/field-checks.ts',
      'src/core/transactions/pass-through.ts',
      'src/core/transactions/result-codes.ts',
      'src/core/transactions/money.ts',
    ],
    tests: ['test/unit/core/*.test.ts', 'test/unit/graphql/limits.test.ts'],
  },
  /** The use cases of a call and of its outcome. */
  'use-cases': {
    mutate: [
      'src/use-cases/transactions/answer-duplicate.ts',
      'src/use-cases/transactions/settle.ts',
      'src/use-cases/transactions/saving.ts',
      'src/use-cases/transactions/told.ts',
      'src/use-cases/transactions/own-reversals.ts',
      'src/use-cases/transactions/authenticate-terminal.ts',
    ],
    tests: ['test/unit/usecase/*.test.ts', 'test/unit/core/transaction.test.ts'],
  },
};

const name = process.env['CARDWAY_MUTATE'] ?? 'texts';
const part = exports.PARTS[name];
if (part === undefined)
  throw new Error(`CARDWAY_MUTATE is ${name}; it must be one of ${Object.keys(exports.PARTS).join(', ')}.`);
exports.name = name;
exports.part = part;
