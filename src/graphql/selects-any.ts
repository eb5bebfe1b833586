import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** Whether a field, or any field below it, at any depth and through fragments, selects one of these names. */
export function selectsAny(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  names: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>();
  const anyIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD)
        return names.has(selection.name.value) || anyIn(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return anyIn(selection.selectionSet);
      const { value } = selection.name;
      if (seen.has(value)) return false;
      seen.add(value);
      return anyIn(fragments[value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => anyIn(selectionSet));
}
