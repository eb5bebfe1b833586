import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OperatorSessionDocument } from '../../../src/generated/operations.js';
import { ask } from '../gateway/ask.js';
import { notifyLate } from '../gateway/asking.js';
import { exportAddress } from '../gateway/exports.js';
import { isEnded } from '../gateway/gateway-error.js';
import { IconDownload } from '@tabler/icons-react';
import { saveSpreadsheet } from './spreadsheet.js';

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
  const { mutate, isPending } = useMutation({
    mutationFn: (save: () => Promise<void>) => save(),
    onError(error) {
      if (!isEnded(error)) notifyLate(error);
    },
  });
  // The browser would keep a refusal as a failed download. The page asks for the session first, and leads to the sign-in.
  const download = (format: 'csv' | 'ndjson') => async (): Promise<void> => {
    await ask(OperatorSessionDocument, {});
    const href = exportAddress(list, format, filter);
    Object.assign(document.createElement('a'), { href, download: '' }).click();
  };
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />} loading={isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list === 'transactions' && (
          <Menu.Item onClick={() => mutate(() => saveSpreadsheet(filter))}>CSV for a spreadsheet</Menu.Item>
        )}
        <Menu.Item onClick={() => mutate(download('csv'))}>CSV for programs</Menu.Item>
        <Menu.Item onClick={() => mutate(download('ndjson'))}>JSON lines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
