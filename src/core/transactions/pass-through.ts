import type { JsonValue } from '../wire/json.js';
import { ENVELOPE_FIELDS, type PassThrough } from './envelope.js';
import { bad, type FieldProblem } from './field-checks.js';
import { CHECKSUM, fieldNames, METHOD_NAME } from './fields.js';
import { confusableName, knownNames, type KnownNames } from './known-names.js';
import type { Method } from './methods.js';

/**
 * Checks the names of members that are forwarded unchecked: none may look like a checked member. A known member is among them
 * only where the method does not take it, or as the null of an optional field.
 */
export function passThroughProblem({
  requestNames,
  passThrough,
}: {
  /** Names in `request` that any method takes. */
  readonly requestNames: KnownNames;
  readonly passThrough: PassThrough;
}): FieldProblem | undefined {
  return (
    problemIn(Object.keys(passThrough.envelope), ENVELOPE_NAMES) ??
    problemIn(Object.keys(passThrough.request), requestNames)
  );
}

const ENVELOPE_NAMES = knownNames(ENVELOPE_FIELDS);

function problemIn(names: readonly string[], known: KnownNames): FieldProblem | undefined {
  for (const name of names) {
    const meant = known.has(name) ? undefined : known.meantBy(name);
    if (meant !== undefined) return confusableName(name, name, meant);
  }
  return undefined;
}

/** Finds a field that the method does not take. Only `transact` of GraphQL can pass one, and it would be lost silently. */
export function strayFieldProblem(
  method: Method,
  fields: Readonly<Record<string, JsonValue | undefined>>,
): FieldProblem | undefined {
  const taken = takenNames(method);
  for (const name of Object.keys(fields)) {
    if (taken.has(name) || fields[name] === undefined) continue;
    const { jsonName } = fieldNames(name);
    return bad(jsonName, `${jsonName} is no field of ${method.name}.`);
  }
  return undefined;
}

function takenNames(method: Method): ReadonlySet<string> {
  let taken = TAKEN.get(method);
  if (taken === undefined) {
    const fields = [...method.parameters, ...(method.beside ?? []), CHECKSUM, METHOD_NAME];
    taken = new Set(fields.map(({ name }) => name));
    TAKEN.set(method, taken);
  }
  return taken;
}

const TAKEN = new WeakMap<Method, ReadonlySet<string>>();
