import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import {
  EndpointsDocument,
  ResendDeliveriesDocument,
  type ResendDeliveriesInput,
} from '../../../../src/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { timeIn, timeZone, useChoice } from '../../parts/choices.js';
import { useDraftFields } from '../../parts/drafts.js';
import { Failure } from '../../parts/notice.js';
import { notifyDue, useLateFailure } from '../../parts/notify.js';

/** Resends events of a time range, or all undelivered ones, after a receiver was down. */
export function ResendRange({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const resend = useAction(ResendDeliveriesDocument, 'deliveries');
  const onError = useLateFailure(isOpen);
  const close = (): void => {
    resend.reset();
    onClose();
  };
  const send = (input: ResendDeliveriesInput, drop: () => void): void =>
    resend.mutate(
      { input },
      {
        onSuccess({ resendDeliveries: { count } }) {
          notifyDue(count);
          drop();
          onClose();
        },
        onError,
      },
    );
  return (
    <Modal opened={isOpen} onClose={close} title="Resend a range">
      <RangeForm send={send} isPending={resend.isPending} error={resend.error} onClose={close} />
    </Modal>
  );
}

const RANGE = { endpointId: '', from: '', to: '', isUndelivered: true };

/** The gateway returns no longer page. */
const OFFERED_MAX = 200;

function RangeForm({
  send,
  isPending,
  error,
  onClose,
}: {
  readonly send: (input: ResendDeliveriesInput, drop: () => void) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
}): ReactNode {
  const endpoints = useAnswer('endpoints', EndpointsDocument, { first: OFFERED_MAX });
  const [{ endpointId, from, to, isUndelivered }, set, drop] = useDraftFields('Resend a range', RANGE);
  const cancel = (): void => {
    drop();
    onClose();
  };
  const zone = useChoice(timeZone);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const time = {
      ...(from === '' ? {} : { from: timeIn(zone, from) }),
      ...(to === '' ? {} : { to: timeIn(zone, to) }),
    };
    send(
      {
        ...(endpointId === '' ? {} : { endpointId }),
        ...(from === '' && to === '' ? {} : { time }),
        undelivered: isUndelivered,
      },
      drop,
    );
  };
  const options =
    endpoints.data?.endpoints.edges.map(({ node }) => ({ value: node.id, label: node.url })) ?? [];
  return (
    <form onSubmit={submit} className="dialog-form">
      <NativeSelect
        label="To"
        value={endpointId}
        data={[{ value: '', label: 'every enabled endpoint' }, ...options]}
        onChange={(event) => set({ endpointId: event.currentTarget.value })}
      />
      <TextInput
        label="Recorded from"
        type="datetime-local"
        value={from}
        description={zone === 'utc' ? 'In UTC.' : 'In your time zone.'}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        label="Recorded before"
        type="datetime-local"
        value={to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <Checkbox
        label="Only undelivered ones"
        checked={isUndelivered}
        onChange={(event) => set({ isUndelivered: event.currentTarget.checked })}
      />
      {endpoints.isError && <Failure error={endpoints.error} retry={() => void endpoints.refetch()} />}
      {error !== null && <Failure error={error} />}
      <div className="dialog-buttons">
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          Resend
        </Button>
      </div>
    </form>
  );
}
