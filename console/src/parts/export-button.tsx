import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { enumNames } from '../../../src/cli/enum-values.js';
import { IconDownload } from './icons.js';

/** Lists that the gateway exports. */
export type ExportedList =
  | 'transactions'
  | 'refused-calls'
  | 'events'
  | 'deliveries'
  | 'endpoints'
  | 'attempts'
  | 'digitizations'
  | 'terminals'
  | 'wallets'
  | 'programmes'
  | 'keys'
  | 'audit-log';

/** Offers a filtered list as a file. The browser streams it from the gateway. */
export function ExportButton({
  list,
  filter,
}: {
  readonly list: ExportedList;
  /** The filter of the list's query. */
  readonly filter: object;
}): ReactNode {
  const addressOf = (format: 'csv' | 'ndjson'): string => {
    const query = new URLSearchParams({ format });
    if (Object.keys(filter).length > 0) query.set('filter', JSON.stringify(enumNames(filter)));
    return `/v1/exports/${list}?${query.toString()}`;
  };
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={addressOf('csv')} download>
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('ndjson')} download>
          JSON lines
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
