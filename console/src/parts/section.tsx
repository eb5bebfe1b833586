import { DataList, Group, SimpleGrid, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** Shows a part of a page under a heading, which also names it for screen readers. */
export function Section({
  title,
  note,
  actions,
  children,
}: {
  readonly title: string;
  /** Words beside the heading. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="section">
      <Group mb="xs" gap="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {note !== undefined && <span className="muted">{note}</span>}
        {actions !== undefined && <Group ml="auto">{actions}</Group>}
      </Group>
      {children}
    </section>
  );
}

export type Detail = readonly [name: string, value: ReactNode];

/** Shows names with their values. */
export function DetailList({ details }: { readonly details: readonly Detail[] }): ReactNode {
  return (
    <DataList withDivider gap="xs" labelWidth="10rem">
      {details.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue className="words">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

/** Puts sections beside each other where there is room. */
export function Columns({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      {children}
    </SimpleGrid>
  );
}
