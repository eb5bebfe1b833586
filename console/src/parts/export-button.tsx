import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { enumNames } from '../../../src/cli/enum-values.js';
import { OperatorSessionDocument } from '../../../src/generated/operations.js';
import { ask } from '../gateway/ask.js';
import { isTemporary } from '../gateway/gateway-error.js';
import { IconDownload } from '@tabler/icons-react';
import { notifyFailed } from './notify.js';

/** Offers a filtered list as a file. The browser streams it from the gateway. */
export function ExportButton({
  list,
  filter,
}: {
  /** Its name among the exports. */
  readonly list: string;
  /** The filter of the list's query. */
  readonly filter: object;
}): ReactNode {
  const addressOf = (format: 'csv' | 'ndjson'): string => {
    const query = new URLSearchParams({ format });
    if (Object.keys(filter).length > 0) query.set('filter', JSON.stringify(enumNames(filter)));
    return `/v1/exports/${list}?${query.toString()}`;
  };
  // The browser would keep a refusal as a failed download. The page asks for the session first, and leads to the sign-in.
  const { mutate: download } = useMutation({
    mutationFn: async (href: string) => {
      await ask(OperatorSessionDocument, {});
      Object.assign(document.createElement('a'), { href, download: '' }).click();
    },
    onError(error) {
      if (isTemporary(error)) notifyFailed(error);
    },
  });
  const onClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    download(event.currentTarget.href);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={addressOf('csv')} onClick={onClick}>
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('ndjson')} onClick={onClick}>
          JSON lines
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
