import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Permission } from '../../../src/generated/operations.js';
import { Allowed } from '../gateway/allowed.js';
import { useDraft } from './drafts.js';
import { useLeaving, useLeavingDialog } from './leaving.js';
import { Failure } from './notice.js';
import { useLateFailure } from './notify.js';
import { DetailList, type Detail } from './section.js';

/** The part of a mutation of TanStack Query that the dialog uses. */
interface Action<Variables> {
  mutate(
    variables: Variables,
    options: { readonly onSuccess: () => void; readonly onError: (error: unknown) => void },
  ): void;
  readonly reset: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

export interface ConfirmDialogProps<Variables> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Question: `Block wallet 43172792905?` */
  readonly title: string;
  /** Name of the button that acts: a verb. */
  readonly verb: string;
  /** Consequence of the action, in whole sentences. */
  readonly consequence: ReactNode;
  /** Subject of the action: amount, wallet, terminal. */
  readonly subject?: readonly Detail[];
  /** Fields between the subject and the buttons. Nothing is to be preselected in them. */
  readonly children?: ReactNode;
  /** Label of the field for a typed reason, which is then required. */
  readonly reasonLabel?: string;
  /** Name of the draft of the reason, where the title does not tell the subject. */
  readonly draft?: string;
  readonly isDangerous?: boolean;
  /** False keeps the button off until the fields are filled. */
  readonly isReady?: boolean;
  /** True where somebody else did it while the dialog was open. */
  readonly isDone?: boolean;
  readonly action: Action<Variables>;
  /** Variables of the action, with the typed reason. */
  readonly variables: (reason: string) => Variables;
  readonly onDone?: () => void;
}

/** Asks before an action. It repeats what it is about and its consequence, and stays open with the error where it fails. */
export function ConfirmDialog<Variables>(props: ConfirmDialogProps<Variables>): ReactNode {
  const { isOpen, title } = props;
  const onError = useLateFailure(isOpen);
  const close = (): void => {
    props.action.reset();
    props.onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Question {...props} onClose={close} onError={onError} />
    </Modal>
  );
}

function Question<Variables>(
  props: ConfirmDialogProps<Variables> & { readonly onError: (error: unknown) => void },
): ReactNode {
  const { action, onClose, reasonLabel, isReady = true, isDone = false } = props;
  const [kept, keep, drop] = useDraft(props.draft ?? props.title, '');
  const [reason, setReason] = useState(kept);
  const form = useLeavingDialog<HTMLFormElement>();
  const isFilled = isReady && !isDone && (reasonLabel === undefined || reason.trim() !== '');
  const close = (): void => {
    drop();
    onClose();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isFilled) return;
    action.mutate(props.variables(reason.trim()), {
      onSuccess() {
        close();
        props.onDone?.();
      },
      onError: props.onError,
    });
  };
  return (
    <form ref={form} onSubmit={submit} className="dialog-form">
      {props.subject !== undefined && <DetailList details={props.subject} />}
      {isDone ? <p role="alert">Somebody else did this meanwhile.</p> : <p>{props.consequence}</p>}
      {props.children}
      {reasonLabel !== undefined && (
        <Textarea
          label={reasonLabel}
          required
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          description="The audit log keeps it with your key."
          onChange={(event) => {
            setReason(event.currentTarget.value);
            keep(event.currentTarget.value);
          }}
        />
      )}
      {action.error !== null && <Failure error={action.error} />}
      <div className="dialog-buttons">
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          {...(props.isDangerous === true ? { color: 'red.9' } : {})}
          disabled={!isFilled}
          loading={action.isPending}
        >
          {props.verb}
        </Button>
      </div>
    </form>
  );
}

/** Dialog of a button, and the name of the button. */
type Confirmed<Variables> = Omit<ConfirmDialogProps<Variables>, 'isOpen' | 'onClose' | 'isDone'> & {
  /** Name for screen readers, where the verb alone says too little. */
  readonly label?: string;
};

/**
 * Shows a button that switches between two states, and asks before, to people whose role has the permission. An open dialog keeps
 * asking what the person chose where somebody else switches meanwhile: the opposite would come under the pointer.
 */
export function ConfirmSwitch<Variables>({
  permission,
  isOn,
  on,
  off,
}: {
  readonly permission: Permission;
  readonly isOn: boolean;
  readonly on: Confirmed<Variables>;
  readonly off: Confirmed<Variables>;
}): ReactNode {
  const [asked, setAsked] = useState<boolean | null>(null);
  const next = isOn ? off : on;
  return (
    <Allowed permission={permission}>
      <Button size="xs" aria-label={next.label} onClick={() => setAsked(!isOn)}>
        {next.verb}
      </Button>
      {[on, off].map(({ label, ...dialog }, index) => {
        const isOpen = asked === (index === 0);
        return (
          <ConfirmDialog
            key={label}
            {...dialog}
            isOpen={isOpen}
            onClose={() => setAsked(null)}
            isDone={isOpen && asked === isOn && !dialog.action.isPending}
          />
        );
      })}
    </Allowed>
  );
}

/** Shows a button that asks with a ConfirmDialog before it acts, to people whose role has the permission. */
export function ConfirmButton<Variables>({
  label,
  permission,
  ...dialog
}: Confirmed<Variables> & { readonly permission: Permission }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useLeaving<HTMLButtonElement>();
  return (
    <Allowed permission={permission}>
      <Button
        ref={button}
        size="xs"
        onClick={() => setOpen(true)}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {dialog.verb}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Allowed>
  );
}
