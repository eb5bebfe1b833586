import { Link } from 'wouter';
import { useMay } from '../../gateway/allowed.js';
import type { Detail } from '../../parts/section.js';

/** Returns the detail that leads to the refused calls of an entry, for people who may read them. */
export function useRefusedCalls(
  filter: { readonly terminal: string } | { readonly key: string },
  text: string,
): readonly Detail[] {
  const mayRead = useMay('MONITOR');
  const link = <Link href={`/refused?${new URLSearchParams({ ...filter }).toString()}`}>{text}</Link>;
  return mayRead ? [['Refused calls', link]] : [];
}
