import { Breadcrumbs, Group, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';

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
    if (hasArrived) element.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, []);
  return (
    <>
      {path.length > 0 && (
        <nav aria-label="Path">
          <Breadcrumbs>
            {path.map(([name, href]) => (
              <Link key={href} href={href}>
                {name}
              </Link>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      <Group mb="md" gap="sm">
        <Title order={1} ref={element} tabIndex={-1} className="words">
          {heading}
        </Title>
        {badges}
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      </Group>
      {children}
    </>
  );
}
