import { type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import { isOnlyOnePerOperation } from '../roles.js';
import { rootFields } from './document-checks.js';

export interface GraphQLLimits {
  readonly aliasesMax: number;
}

/** Limits of a document. They are the same on every gateway, so a document that works once works everywhere. */
export const DOCUMENT_LIMITS = {
  /** Maximum number of aliases. Each asks for a value once more. */
  aliasesMax: 15,
  /** Six times the standard introspection query. */
  tokensMax: 1000,
  /** Maximum number of times that the same value may be asked for: GraphQL compares each with each other. */
  repeatsMax: 50,
  /**
   * Values of an operation: its fields times the entries of their pages. It allows a full page of rows with a hundred fields
   * each.
   */
  costMax: 20_000,
};

/** Returns the validation rules that bound one document. */
export function limitRules({ aliasesMax }: GraphQLLimits): readonly ValidationRule[] {
  return [(context) => aliasesRule(context, aliasesMax), onlyOnePerOperationRule];
}

function aliasesRule(context: ValidationContext, max: number): ASTVisitor {
  let count = 0;
  return {
    Field({ alias }) {
      if (alias === undefined) return;
      count += 1;
      if (count === max + 1)
        context.reportError(new GraphQLError(`The document has more than ${String(max)} aliases.`));
    },
  };
}

function onlyOnePerOperationRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const root = context.getSchema().getRootType(operation.operation);
      const alone = rootFields(operation, (name) => context.getFragment(name)).filter((name) =>
        isOnlyOnePerOperation(root, name),
      );
      if (alone.length < 2) return;
      const message = 'One operation may hold only one field that moves money or makes a secret.';
      context.reportError(new GraphQLError(message, { nodes: operation }));
    },
  };
}
