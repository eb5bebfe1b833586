import { Kind, OperationTypeNode, parse, type DocumentNode, type SelectionSetNode } from 'graphql';
import { CardwayError } from '../errors.js';

/**
 * Refuses a subscription whose field may be left out: there is nothing to subscribe to then, the specification forbids it, and the validation
 * of graphql-js throws at it, so this comes before. Texts that cannot be parsed pass: validation has the words for them. Errors:
 * BAD_REQUEST.
 */
export function requireSubscribed(text: unknown, { tokensMax }: { readonly tokensMax: number }): void {
  if (typeof text !== 'string' || !text.includes('subscription') || !/@\s*(?:skip|include)\b/.test(text))
    return;
  const document = parsed(text, tokensMax);
  const isLeftOut = document?.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION &&
      mayLeaveOut(document, definition.selectionSet, new Set()),
  );
  if (isLeftOut === true) {
    throw new CardwayError('BAD_REQUEST', {
      message: 'The field of a subscription cannot be left out by @skip or @include.',
    });
  }
}

function parsed(text: string, maxTokens: number): DocumentNode | null {
  try {
    return parse(text, { maxTokens, noLocation: true });
  } catch {
    return null;
  }
}

function mayLeaveOut(document: DocumentNode, set: SelectionSetNode, seen: Set<string>): boolean {
  return set.selections.some((selection) => {
    if (selection.directives?.some(({ name: { value } }) => value === 'skip' || value === 'include'))
      return true;
    if (selection.kind === Kind.INLINE_FRAGMENT) return mayLeaveOut(document, selection.selectionSet, seen);
    if (selection.kind === Kind.FIELD || seen.has(selection.name.value)) return false;
    const { value } = selection.name;
    seen.add(value);
    return document.definitions.some(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION &&
        definition.name.value === value &&
        mayLeaveOut(document, definition.selectionSet, seen),
    );
  });
}
