import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { CardwayError } from '../../platform/errors.js';

export interface RepeatLimits {
  /** Maximum number of times that one value of the answer may be asked for. */
  readonly repeatsMax: number;
  readonly tokensMax: number;
}

/** Length up to which a text cannot hold enough to be slow. */
const HARMLESS_LENGTH = 400;
/** Twice the visits of the standard introspection query. */
const VISITS_MAX = 2000;

/**
 * Refuses a document that validation would take too long for, or throw at. Texts that cannot be parsed pass, because validation
 * reports them. Errors: BAD_REQUEST.
 */
export function requireReadable(text: unknown, { repeatsMax, tokensMax }: RepeatLimits): void {
  if (typeof text !== 'string') return;
  const mayLeaveOut = text.includes('subscription') && /@\s*(?:skip|include)\b/.test(text);
  if (text.length <= HARMLESS_LENGTH && !mayLeaveOut) return;
  const document = parsed(text, tokensMax);
  if (document === null) return;
  const fragments = fragmentsOf(document);
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    if (hasRepeats(definition.selectionSet, fragments, repeatsMax)) {
      throw new CardwayError('BAD_REQUEST', {
        message: `The document asks for the same field more than ${String(repeatsMax)} times, or for several fields nearly as often.`,
      });
    }
    if (leavesOutSubscription(definition, fragments)) {
      throw new CardwayError('BAD_REQUEST', {
        message: 'A subscription’s field cannot have @skip or @include.',
      });
    }
  }
}

function parsed(text: string, maxTokens: number): DocumentNode | null {
  try {
    return parse(text, { maxTokens, noLocation: true });
  } catch {
    return null;
  }
}

/**
 * Returns true if a definition asks for the same values again and again. GraphQL compares every field with every other of its name:
 * 500 repeats cost 100,000 comparisons, and as many again at each level below. Allowed are as many comparisons as `repeatsMax`
 * repeats of one field need.
 */
function hasRepeats(root: SelectionSetNode, fragments: Fragments, repeatsMax: number): boolean {
  const counts = new Map<string, number>();
  const spread = new Set<string>();
  const comparisonsMax = (repeatsMax * (repeatsMax - 1)) / 2;
  let comparisons = 0;
  let visits = 0;
  const walk = (set: SelectionSetNode, path: string): boolean =>
    set.selections.some((selection) => {
      visits += 1;
      if (visits > VISITS_MAX) return true;
      if (selection.kind === Kind.INLINE_FRAGMENT) return walk(selection.selectionSet, path);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const place = `${path} ...${selection.name.value}`;
        const fragment = fragments.get(selection.name.value);
        if (fragment === undefined || spread.has(place)) return false;
        spread.add(place);
        return walk(fragment.selectionSet, path);
      }
      const inside = `${path} ${(selection.alias ?? selection.name).value}`;
      const count = counts.get(inside) ?? 0;
      counts.set(inside, count + 1);
      comparisons += count;
      if (comparisons > comparisonsMax) return true;
      return selection.selectionSet !== undefined && walk(selection.selectionSet, inside);
    });
  return walk(root, '');
}

/**
 * Returns true for a subscription whose field may be left out, because nothing would be left to subscribe to. The specification
 * forbids it, and the validation of graphql-js throws at it.
 */
function leavesOutSubscription(definition: DefinitionNode, fragments: Fragments): boolean {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return false;
  if (definition.operation !== OperationTypeNode.SUBSCRIPTION) return false;
  const seen = new Set<string>();
  const mayLeaveOut = (set: SelectionSetNode): boolean =>
    set.selections.some((selection) => {
      if (selection.directives?.some(({ name: { value } }) => value === 'skip' || value === 'include'))
        return true;
      if (selection.kind === Kind.INLINE_FRAGMENT) return mayLeaveOut(selection.selectionSet);
      if (selection.kind === Kind.FIELD || seen.has(selection.name.value)) return false;
      const { value } = selection.name;
      seen.add(value);
      const fragment = fragments.get(value);
      return fragment !== undefined && mayLeaveOut(fragment.selectionSet);
    });
  return mayLeaveOut(definition.selectionSet);
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * Returns the names of the root fields of an operation, each as often as it is selected. A fragment that is spread twice counts
 * once: its fields are the same.
 */
export function rootFields(
  operation: OperationDefinitionNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
): readonly string[] {
  const seen = new Set<string>();
  const namesIn = (set: SelectionSetNode): string[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection.name.value];
      if (selection.kind === Kind.INLINE_FRAGMENT) return namesIn(selection.selectionSet);
      const { value } = selection.name;
      const fragment = seen.has(value) ? null : fragmentOf(value);
      seen.add(value);
      return fragment == null ? [] : namesIn(fragment.selectionSet);
    });
  return namesIn(operation.selectionSet);
}
