import { Button, Modal, NativeSelect, NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { GatewayError } from '../../gateway/gateway-error.js';
import { useDraft } from '../../parts/drafts.js';
import { numberIn } from '../../parts/filters.js';
import { Failure } from '../../parts/notice.js';
import { useLateFailure } from '../../parts/notify.js';

/** A field of a form. Its name is that of the mutation's input, so that a refusal of the gateway stands at its field. */
export interface FormField {
  readonly kind: 'text' | 'password' | 'number' | 'lines' | 'time' | 'select';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Choices of a select. */
  readonly options?: readonly FormOption[];
  /** Says why nobody can read what is written; undefined where it can be read. */
  readonly problem?: (written: string) => string | undefined;
}

/** A choice of a select. */
export type FormOption = readonly [value: string, text: string];

export type FormValues = Readonly<Record<string, string>>;

interface Action<Variables, Result> {
  mutate(
    variables: Variables,
    options: { readonly onSuccess: (result: Result) => void; readonly onError: (error: unknown) => void },
  ): void;
  readonly reset: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

export interface EntryFormProps<Variables, Result> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Name of the button that saves: a verb. */
  readonly verb: string;
  /** Consequence of saving, in whole sentences. */
  readonly consequence: ReactNode;
  readonly fields: readonly FormField[];
  readonly initial?: FormValues;
  readonly action: Action<Variables, Result>;
  readonly variables: (values: FormValues) => Variables;
  readonly onDone?: (result: Result) => void;
}

/** Asks in a dialog for the values of an entry. The refusal of a value stands at its field. */
export function EntryForm<Variables, Result>(props: EntryFormProps<Variables, Result>): ReactNode {
  const onError = useLateFailure(props.isOpen);
  const close = (): void => {
    props.action.reset();
    props.onClose();
  };
  return (
    <Modal opened={props.isOpen} onClose={close} title={props.title}>
      <Form {...props} onClose={close} onError={onError} />
    </Modal>
  );
}

interface Draft {
  /** Values that the person wrote. Other fields show the entry, also where somebody else changes it meanwhile. */
  readonly written: FormValues;
  /** Values of the entry that the person replaces. */
  readonly before: FormValues;
}

const EMPTY: Draft = { written: {}, before: {} };

function Form<Variables, Result>(
  props: EntryFormProps<Variables, Result> & { readonly onError: (error: unknown) => void },
): ReactNode {
  const { fields, initial = {}, action, isOpen, onClose } = props;
  const [draft, keep, drop] = useDraft(props.title, EMPTY);
  const [{ written, before }, setDraft] = useState(draft);
  const values: FormValues = Object.fromEntries(
    fields.map(({ name }) => [name, written[name] ?? initial[name] ?? '']),
  );
  const set = (name: string, value: string): void => {
    const next = {
      written: { ...written, [name]: value },
      before: { [name]: initial[name] ?? '', ...before },
    };
    setDraft(next);
    // A password is kept nowhere.
    const passwords = fields.flatMap((field) => (field.kind === 'password' ? field.name : []));
    const kept = Object.entries(next.written).filter(([key]) => !passwords.includes(key));
    keep({ ...next, written: Object.fromEntries(kept) });
  };
  /** A field that somebody else changed meanwhile, to another value than the person wrote. */
  const changed = fields.find(({ name }) => {
    const now = initial[name] ?? '';
    return name in before && now !== before[name] && now !== written[name];
  });
  const isStale = isOpen && !action.isPending && changed !== undefined;
  const isUnreadable = fields.some((field) => problemOf(field, values[field.name]) !== undefined);
  const refused = fields.find(({ name }) => name === fieldOf(action.error));
  const close = (): void => {
    drop();
    onClose();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isStale || isUnreadable) return;
    action.mutate(props.variables(values), {
      onSuccess(result) {
        close();
        props.onDone?.(result);
      },
      onError: props.onError,
    });
  };
  return (
    <form onSubmit={submit} className="dialog-form">
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          set={(value) => set(field.name, value)}
          error={field === refused ? action.error?.message : problemOf(field, values[field.name])}
        />
      ))}
      <p>{props.consequence}</p>
      {isStale && (
        <p role="alert">
          Somebody changed {changed.label} meanwhile. Cancel, and open the form again to see it.
        </p>
      )}
      {action.error !== null && refused === undefined && <Failure error={action.error} />}
      <div className="dialog-buttons">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={isStale || isUnreadable} loading={action.isPending}>
          {props.verb}
        </Button>
      </div>
    </form>
  );
}

function problemOf({ kind, problem }: FormField, written = ''): string | undefined {
  if (kind === 'number' && written !== '' && numberIn(written) === undefined)
    return 'The number has too many digits.';
  return problem?.(written);
}

/** Returns the name of the form's field that the gateway refused: of `cards.cardId` it is cards. */
function fieldOf(error: Error | null): string | null {
  if (!(error instanceof GatewayError) || error.field === null) return null;
  return error.field.split(/[.[]/)[0] ?? null;
}

function Field({
  field,
  value,
  set,
  error,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly error: string | undefined;
}): ReactNode {
  const { kind, label, hint, isRequired = false } = field;
  const shared = {
    label,
    required: isRequired,
    ...(hint === undefined ? {} : { description: hint }),
    ...(error === undefined ? {} : { error }),
  };
  const takes = {
    ...shared,
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(event.currentTarget.value),
  };
  switch (kind) {
    case 'select':
      return (
        <NativeSelect
          {...takes}
          data={[
            ...(value === '' || !isRequired ? [{ value: '', label: 'Choose …' }] : []),
            ...(field.options ?? []).map(([option, text]) => ({ value: option, label: text })),
          ]}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={value}
          allowDecimal={false}
          allowNegative={false}
          onChange={(written) => set(String(written))}
        />
      );
    case 'lines':
      return <Textarea {...takes} autosize minRows={2} maxRows={8} />;
    case 'password':
      return <PasswordInput {...takes} autoComplete="new-password" />;
    case 'time':
      return <TextInput {...takes} type="datetime-local" />;
    default:
      return <TextInput {...takes} autoComplete="off" />;
  }
}

/** Returns the entries of a text, which stand on lines of their own or behind commas. */
export function entriesIn(written: string): readonly string[] {
  return written.split(/[\s,]+/).filter((entry) => entry !== '');
}
