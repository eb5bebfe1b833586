/** Tests that every published sample passes the whole table: fields by position, KLV, limits, and back to the same texts. */
import type { Field } from '../../../src/core/transactions/fields.js';
import { checkFields } from '../../../src/core/transactions/method-limits.js';
import { checksumArguments, type Method, methodTable } from '../../../src/core/transactions/methods.js';
import { parseKlv, toTransactionData } from '../../../src/core/wire/klv.js';
import { isStrictWireDate } from '../../../src/core/wire/wire-date.js';
import { PUBLISHED_SAMPLES } from './published-samples.js';

const methods = methodTable();

describe('the published samples', () => {
  it('cover every method', () => {
    const sampled = new Set(PUBLISHED_SAMPLES.map(({ methodName }) => methodName));
    expect(methods.all.filter(({ name }) => !sampled.has(name))).toEqual([]);
  });

  it.each(PUBLISHED_SAMPLES)(
    'contain $title within every limit, with its texts preserved',
    ({ methodName, args }) => {
      const method = methods.find(methodName);
      if (method === undefined) throw new Error(`There is no method ${methodName}.`);
      expect(args).toHaveLength(method.parameters.length);
      const fields = fieldsOf(method, args);
      expect(checkFields(method, fields)).toEqual({ kind: 'ok' });
      const texts = method.parameters.map(({ type }, index) => {
        const text = args[index] ?? '';
        return type === 'int' ? String(Number(text)) : text;
      });
      expect(checksumArguments(method, fields)).toEqual(texts);
    },
  );
});

function fieldsOf(method: Method, args: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    method.parameters.map((parameter, index) => [parameter.name, valueOf(parameter, args[index] ?? '')]),
  );
}

function valueOf({ name, type }: Field, text: string): unknown {
  if (type === 'int') return Number(text);
  if (type === 'date') expect([name, isStrictWireDate(text)]).toEqual([name, true]);
  if (type !== 'klv') return text;
  const reading = parseKlv(text);
  if (reading.kind !== 'ok') throw new Error(reading.kind);
  return toTransactionData(reading.entries);
}
