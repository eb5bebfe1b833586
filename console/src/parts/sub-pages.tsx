import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** Shows links to pages that share one heading. */
export function SubPages({
  label,
  pages,
}: {
  readonly label: string;
  readonly pages: readonly (readonly [href: string, name: string])[];
}): ReactNode {
  const [path] = useLocation();
  return (
    <nav aria-label={label} className="tabs">
      {pages.map(([href, name]) => (
        <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
