import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  validate,
  type ValidationRule,
  visit,
} from 'graphql';
import { CardwayError } from '../../platform/errors.js';

export interface TrustedDocuments {
  /** Refuses what is not among them. */
  readonly rule: ValidationRule;
}

/**
 * The operations that an operator has registered, and those of our own clients; nothing else is served where this is on. One is
 * recognised by its definitions, whatever the white space and order: an operation with all the fragments that it uses.
 * Errors: BAD_REQUEST for a text that is not GraphQL, or does not fit the schema.
 */
export function readTrustedDocuments(args: {
  readonly schema: GraphQLSchema;
  /** Operations and fragments. */
  readonly text: string;
  readonly own: readonly DocumentNode[];
}): TrustedDocuments {
  const registered = parsed(args.text);
  const [problem] = validate(args.schema, registered);
  if (problem !== undefined) throw unreadable(problem);
  const trusted = new Set([registered, ...args.own].flatMap(operationsOf));
  return {
    rule: (context) => ({
      Document(document) {
        if (trusted.has(canonical(document.definitions))) return;
        context.reportError(
          new GraphQLError('Only documents that the operator has registered are served here.'),
        );
      },
    }),
  };
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): CardwayError {
  const reason = error instanceof Error ? error.message : 'unknown';
  return new CardwayError('BAD_REQUEST', {
    field: 'graphql.trustedDocuments',
    message: `graphql.trustedDocuments cannot be used: ${reason}`,
  });
}

/** Each operation as a document of its own. */
function operationsOf(document: DocumentNode): readonly string[] {
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => canonical(withFragments(operation, document)));
}

function withFragments(operation: DefinitionNode, document: DocumentNode): readonly DefinitionNode[] {
  const used = new Set<DefinitionNode>();
  const add = (definition: DefinitionNode): void => {
    if (used.has(definition)) return;
    used.add(definition);
    visit(definition, {
      FragmentSpread(spread) {
        const fragment = document.definitions.find(
          (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === spread.name.value,
        );
        if (fragment !== undefined) add(fragment);
      },
    });
  };
  add(operation);
  return [...used];
}

function canonical(definitions: readonly DefinitionNode[]): string {
  return definitions
    .map((definition) => print(definition))
    .sort()
    .join('\n');
}
