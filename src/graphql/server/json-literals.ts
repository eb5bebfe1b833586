import {
  type DocumentNode,
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { CardwayError } from '../../platform/errors.js';
import { JSONObject } from '../scalars.js';

interface JsonLiteralArguments {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Variables as sent. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Reads a JSON text as bodies are read. Errors: MALFORMED. */
  readonly readJson: (text: string) => unknown;
}

/**
 * Refuses free objects in a document that break the rules for those in variables. Each is written as JSON and read by the same
 * reader. The numbers stand there as the caller wrote them; GraphQL itself would round them.
 */
export function requireJsonLiterals({ schema, document, variables, readJson }: JsonLiteralArguments): void {
  const { literals, defaults } = literalsOf(schema, document);
  const variableText = (name: string): string => {
    if (Object.hasOwn(variables, name)) return JSON.stringify(variables[name]);
    const fallback = defaults.get(name);
    return fallback === undefined ? 'null' : textOf(fallback, () => 'null');
  };
  for (const literal of literals) {
    try {
      readJson(textOf(literal, variableText));
    } catch (error) {
      if (!(error instanceof CardwayError)) throw error;
      // Line and column belong to the text made here.
      const problem = error.message.replace(/^Line \d+, column \d+: /, '');
      const { code, field } = error;
      const message = `A ${JSONObject.name} in the document is invalid: ${problem}`;
      const originalError = new CardwayError(code, { message, field });
      throw new GraphQLError(message, {
        nodes: literal,
        originalError,
        extensions: { http: { status: 400 } },
      });
    }
  }
}

interface Literals {
  readonly literals: readonly ValueNode[];
  readonly defaults: ReadonlyMap<string, ValueNode>;
}

/** Literals of known documents. Documents are parsed once and come again; hardly any has such a literal. */
const KNOWN = new WeakMap<DocumentNode, Literals>();

function literalsOf(schema: GraphQLSchema, document: DocumentNode): Literals {
  const known = KNOWN.get(document);
  if (known !== undefined) return known;
  const literals: ValueNode[] = [];
  const defaults = new Map<string, ValueNode>();
  const types = new TypeInfo(schema);
  const take = (node: ValueNode): false | undefined => {
    if (getNamedType(types.getInputType())?.name !== JSONObject.name) return undefined;
    literals.push(node);
    return false;
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition({ variable, defaultValue }) {
        if (defaultValue !== undefined) defaults.set(variable.name.value, defaultValue);
      },
      ObjectValue: take,
    }),
  );
  const found = { literals, defaults };
  KNOWN.set(document, found);
  return found;
}

/** Returns a literal as JSON. `variable` returns the text of a variable inside it. */
function textOf(node: ValueNode, variable: (name: string) => string): string {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return node.value;
    case Kind.NULL:
      return 'null';
    case Kind.VARIABLE:
      return variable(node.name.value);
    case Kind.LIST:
      return `[${node.values.map((value) => textOf(value, variable)).join(',')}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `"${name.value}":${textOf(value, variable)}`).join(',')}}`;
    case Kind.ENUM:
      throw new CardwayError('BAD_REQUEST', { message: `${node.value} is no JSON; write a text in quotes.` });
    default:
      return JSON.stringify(node.value);
  }
}
