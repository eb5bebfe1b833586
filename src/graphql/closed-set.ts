import { registerEnumType } from 'type-graphql';

/**
 * Registers a closed set of values as an enum of the schema. Outside, a value is written in UPPER_CASE; inside the program it
 * keeps its own spelling. `values` gives each value one sentence of description.
 */
export function closedSet<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): Readonly<Record<string, Value>> {
  const named = (Object.entries(values) as [Value, string][]).map(
    ([value, meaning]) => [enumName(value), value, meaning] as const,
  );
  const members = Object.fromEntries(named.map(([member, value]) => [member, value]));
  const valuesConfig = Object.fromEntries(
    named.map(([member, , meaning]) => [member, { description: meaning }]),
  );
  registerEnumType(members, { name, description, valuesConfig });
  return members;
}

/** Returns the GraphQL name of a value: `in_doubt` is `IN_DOUBT`, `readWallets` is `READ_WALLETS`, `digitization.complete` is `DIGITIZATION_COMPLETE`. */
function enumName(value: string): string {
  return value
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase();
}
