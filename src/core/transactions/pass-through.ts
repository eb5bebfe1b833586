import { ENVELOPE_FIELDS, type PassThrough } from './envelope.js';
import { bad, type FieldProblem } from './field-checks.js';
import { camelCase, CHECKSUM, METHOD_NAME } from './fields.js';
import { knownNames, type KnownNames, confusableName } from './known-names.js';
import type { Method } from './methods.js';

/**
 * Looks at the names of the members that are passed on unchecked: none may pass for a member that is checked. A GraphQL caller has
 * arguments for all that the gateway knows, so that none of it is taken from `passThrough`. In JSON known members are there only
 * where the method does not take them, or as the null of one that may be left out.
 */
export function passThroughProblem(args: {
  readonly method: Method;
  /** Of `request`, of all methods. */
  readonly requestNames: KnownNames;
  readonly passThrough: PassThrough;
  readonly isGraphQL: boolean;
}): FieldProblem | undefined {
  const { method, requestNames, passThrough, isGraphQL } = args;
  const about = { method, isGraphQL };
  return (
    problemIn(Object.keys(passThrough.envelope), ENVELOPE_NAMES, { ...about, place: 'envelope' }) ??
    problemIn(Object.keys(passThrough.request), requestNames, { ...about, place: 'request' })
  );
}

const ENVELOPE_NAMES = knownNames(ENVELOPE_FIELDS);

interface About {
  readonly method: Method;
  readonly isGraphQL: boolean;
  readonly place: 'envelope' | 'request';
}

function problemIn(names: readonly string[], known: KnownNames, about: About): FieldProblem | undefined {
  const { isGraphQL, place } = about;
  for (const name of names) {
    const field = isGraphQL ? `passThrough.${place}.${name}` : name;
    if (known.has(name)) {
      if (isGraphQL) return bad(field, `${name} must not be in passThrough; ${adviceFor(name, about)}.`);
      continue;
    }
    const meant = known.meantBy(name);
    if (meant === undefined) continue;
    return confusableName({
      field,
      name,
      known: meant,
      advice: isGraphQL ? adviceFor(meant, about) : undefined,
    });
  }
  return undefined;
}

/** The argument that the member has in GraphQL. */
function adviceFor(name: string, { method, place }: About): string {
  if (place === 'envelope')
    return name === 'request' ? 'give its members as arguments' : `use the argument ${camelCase(name)}`;
  if (name === METHOD_NAME.jsonName)
    return 'the method is chosen by the mutation, or by the argument methodName';
  const field = [...method.parameters, ...(method.beside ?? []), CHECKSUM].find(
    ({ jsonName }) => jsonName === name,
  );
  if (field === undefined) return `${method.name} does not take it`;
  return `use the argument ${field.isInParameters === true ? `parameters.${name}` : field.name}`;
}
