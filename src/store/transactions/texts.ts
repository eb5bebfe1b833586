import {
  type Expression,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { StoreDialect } from '../engine/dialect.js';
import { runWith, type Step } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';

/** A row of `transaction_texts`, without its transaction. */
interface Text {
  readonly attempt: number | Expression<number>;
  readonly request: string | null;
  readonly rawAnswer: string | null;
  readonly answer: string | null;
}

type Adding = InsertQueryBuilder<Tables, 'transactions', InsertResult>;
type Changing = UpdateQueryBuilder<Tables, 'transactions', 'transactions', UpdateResult>;

interface Named {
  readonly requestKey: string;
}

/** A step that returns whether a row was added or changed. */
type Appending<Given, Computed> = (given: Given, computed: Computed) => Step<boolean>;

/**
 * Creates a step that adds or changes a row and, on success, adds a text to it. It is one statement where the database supports
 * that.
 */
export function createAppending<Given extends object, Computed extends Named>(
  dialect: StoreDialect,
  change: (given: Given, computed: Computed) => Adding | Changing,
  text: (given: Given) => Text,
): Appending<Given, Computed> {
  return dialect.changesTwoTables ? appendInOne(dialect, change, text) : appendInTwo(dialect, change, text);
}

function appendInOne<Given extends object, Computed extends Named>(
  { compiler }: StoreDialect,
  change: (given: Given, computed: Computed) => Adding | Changing,
  text: (given: Given) => Text,
): Appending<Given, Computed> {
  const both = compile((p: Given, q: Computed) =>
    compiler
      // Both builders return columns in the same way.
      .with('changed', () => (change(p, q) as Changing).returning('sequence'))
      .insertInto('transaction_texts')
      .columns(COLUMNS)
      .expression((eb) => eb.selectFrom('changed').select(valuesOf(text(p)))),
  );
  return function* append(given, computed) {
    return (yield* runWith(both, given, computed)).changes === 1;
  };
}

function appendInTwo<Given extends object, Computed extends Named>(
  { compiler }: StoreDialect,
  change: (given: Given, computed: Computed) => Adding | Changing,
  text: (given: Given) => Text,
): Appending<Given, Computed> {
  const changing = compile((p: Given, q: Computed) => change(p, q) as Changing);
  const adding = compile((p: Given, q: Computed) =>
    compiler
      .insertInto('transaction_texts')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('transactions')
          .select(valuesOf(text(p)))
          .where('request_key', '=', q.requestKey),
      ),
  );
  return function* append(given, computed) {
    if ((yield* runWith(changing, given, computed)).changes !== 1) return false;
    yield* runWith(adding, given, computed);
    return true;
  };
}

const COLUMNS = ['transaction_sequence', 'attempt', 'request', 'raw_answer', 'answer'] as const;

/** Casts each value: a server does not infer its type from the target column. */
function valuesOf({ attempt, request, rawAnswer, answer }: Text) {
  return [
    'sequence',
    sql<number>`cast(${attempt} as integer)`.as('attempt'),
    sql<string | null>`cast(${request} as text)`.as('request'),
    sql<string | null>`cast(${rawAnswer} as text)`.as('raw_answer'),
    sql<string | null>`cast(${answer} as text)`.as('answer'),
  ] as const;
}
