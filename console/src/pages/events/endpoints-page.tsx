import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useMemo, useState } from 'react';
import {
  AddEndpointDocument,
  type AddEndpointInput,
  type EndpointFilter,
  EndpointsDocument,
  ProgrammesDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAnswer } from '../../gateway/asking.js';
import { useSecretAction } from '../../gateway/secrets.js';
import { useDraftFields } from '../../parts/drafts.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { type FilterField, type FilterValues, given, oneOf, useFilterValues } from '../../parts/filters.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { useLateFailure } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { EndpointCard } from './endpoint-card.js';
import { endpointSecret } from './endpoint-secret.js';

const FIELDS = [
  { kind: 'text', name: 'text', label: 'Id or URL', hint: 'The beginning of its id, or a part of its URL.' },
  { kind: 'text', name: 'programme', label: 'Programme', hint: 'Its short name.' },
  {
    kind: 'select',
    name: 'disabled',
    label: 'Enabled',
    options: [
      ['false', 'enabled'],
      ['true', 'disabled'],
    ],
  },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): EndpointFilter {
  const disabled = oneOf(values.disabled, ['true', 'false']);
  return given({
    text: values.text,
    programme: values.programme,
    disabled: disabled === undefined ? undefined : disabled === 'true',
  });
}

const FRESH_MS = 3000;
const SHOWN_MAX = 100;

/** Shows the endpoints of webhooks with their health. */
export function EndpointsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = useMemo(() => filterOf(values), [values]);
  const answer = useAnswer(
    'endpoints',
    EndpointsDocument,
    { filter, first: SHOWN_MAX },
    { everyMs: FRESH_MS },
  );
  const [isAdding, setAdding] = useState(false);
  const endpoints = answer.data?.endpoints.edges.map(({ node }) => node);
  return (
    <Page
      title="Endpoints"
      actions={
        <>
          <ExportButton list="endpoints" filter={filter} />
          <Allowed permission="MANAGE_ENDPOINTS">
            <Button variant="filled" onClick={() => setAdding(true)}>
              Add an endpoint …
            </Button>
          </Allowed>
        </>
      }
    >
      <FilterBar fields={FIELDS}>
        <RunbookLink entry="endpoint">An endpoint was disabled</RunbookLink>
      </FilterBar>
      {answer.isError && endpoints === undefined && (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      )}
      {endpoints === undefined && !answer.isError && <Loading />}
      {endpoints?.length === 0 &&
        (Object.keys(filter).length === 0 ? (
          <Empty title="No endpoints.">Add the URL at which a programme’s backend takes webhooks.</Empty>
        ) : (
          <Empty title="No endpoint passes these filters.">Remove one of them.</Empty>
        ))}
      {endpoints?.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
      {answer.data?.endpoints.pageInfo.hasNextPage === true && (
        <Empty title={`These are the newest ${String(SHOWN_MAX)}.`}>
          Find others by their id or URL, or export all.
        </Empty>
      )}
      <AddDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** Asks for a new endpoint. */
function AddDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const add = useSecretAction(
    AddEndpointDocument,
    ({ addEndpoint: { secret } }) => endpointSecret(secret),
    'endpoints',
  );
  const onError = useLateFailure(isOpen);
  const close = (): void => {
    add.reset();
    onClose();
  };
  const send = (input: AddEndpointInput, drop: () => void): void =>
    add.mutate(
      { input },
      {
        onSuccess() {
          drop();
          onClose();
        },
        onError,
      },
    );
  return (
    <Modal opened={isOpen} onClose={close} title="Add an endpoint">
      <AddForm send={send} isPending={add.isPending} error={add.error} onClose={close} />
    </Modal>
  );
}

function AddForm({
  send,
  isPending,
  error,
  onClose,
}: {
  readonly send: (input: AddEndpointInput, drop: () => void) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
}): ReactNode {
  const programmes = useAnswer('programmes', ProgrammesDocument, {});
  const names = programmes.data?.programmes.edges.map(({ node }) => node.programme) ?? [];
  const [{ chosen, url }, set, drop] = useDraftFields('Add an endpoint', { chosen: '', url: '' });
  const cancel = (): void => {
    drop();
    onClose();
  };
  const programme = chosen === '' ? (names[0] ?? '') : chosen;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send({ programme, url }, drop);
  };
  return (
    <form onSubmit={submit} className="dialog-form">
      <NativeSelect
        label="Programme"
        value={programme}
        data={names}
        onChange={(event) => set({ chosen: event.currentTarget.value })}
      />
      <TextInput
        label="URL"
        type="url"
        required
        value={url}
        description="https, and publicly reachable."
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      {programmes.isError && <Failure error={programmes.error} retry={() => void programmes.refetch()} />}
      {error !== null && <Failure error={error} />}
      <div className="dialog-buttons">
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isPending} disabled={programme === ''}>
          Add
        </Button>
      </div>
    </form>
  );
}
