import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { IconChevronRight } from './icons.js';
import { restorePlace } from './scroll-places.js';

/** Whether a page was shown before: the focus stays where the browser puts it at the first one. */
let hasArrived = false;

/** Shows what every page has: its path, heading, actions and title. The focus moves to the heading on arrival. */
export function Page({
  title,
  path = [],
  heading = title,
  badges,
  actions,
  children,
}: {
  /** Title of the tab, and the heading. */
  readonly title: string;
  /** Pages above this one. */
  readonly path?: readonly (readonly [name: string, href: string])[];
  /** Heading that differs from the title. */
  readonly heading?: ReactNode;
  /** States beside the heading. */
  readonly badges?: ReactNode;
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Cardway console`;
  }, [title]);
  useEffect(() => {
    if (!hasArrived) {
      hasArrived = true;
      return undefined;
    }
    element.current?.focus({ preventScroll: true });
    return restorePlace();
  }, []);
  return (
    <div className="page">
      <div className="page-head">
        {path.length > 0 && (
          <nav aria-label="Path" className="page-path">
            {path.map(([name, href]) => (
              <span key={href}>
                <Link href={href}>{name}</Link>
                <IconChevronRight size={14} aria-hidden="true" />
              </span>
            ))}
          </nav>
        )}
        <div className="page-line">
          <h1 ref={element} tabIndex={-1}>
            {heading}
          </h1>
          {badges !== undefined && <div className="page-badges">{badges}</div>}
          {actions !== undefined && <div className="page-actions">{actions}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}
