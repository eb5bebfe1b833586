import { Group, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { placeOf } from './places.js';

/** Whether a page was shown before: the focus stays where the browser puts it at the first one. */
let hasArrived = false;

/** Shows what every page has: a way back to its list, heading, actions and title. The focus moves to the heading on arrival. */
export function Page({
  title,
  heading = title,
  badges,
  actions,
  children,
}: {
  /** Title of the tab, and the heading. */
  readonly title: string;
  /** Heading that differs from the title. */
  readonly heading?: ReactNode;
  /** States beside the heading. */
  readonly badges?: ReactNode;
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const element = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();
  const { name, addresses: [list] = [path] } = placeOf(path) ?? {};
  useEffect(() => {
    document.title = `${title} · Cardway console`;
  }, [title]);
  useEffect(() => {
    if (hasArrived) element.current?.focus({ preventScroll: true });
    hasArrived = true;
  }, []);
  return (
    <>
      {list !== path && (
        <nav aria-label="Path">
          <Link href={list}>{name}</Link>
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
