import { useSearchParams } from 'wouter';

/** Returns parts of the address, so that a view can be linked. A missing part is empty. */
export function useAddressParts<Name extends string>(
  names: readonly Name[],
): readonly [Readonly<Record<Name, string>>, (name: Name, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (name: Name, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [values, set];
}
