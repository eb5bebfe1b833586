import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  type NativeSelectProps,
  NumberInput,
  PasswordInput,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ComponentType, type ReactNode, type SyntheticEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { type DocumentText, type Permission, ProgrammesDocument } from '../../../src/generated/operations.js';
import { change, useAnswer, useOnce } from '../gateway/asking.js';
import { GatewayError, sentenceOfQuery } from '../gateway/gateway-error.js';
import { Allowed } from '../gateway/session.js';
import { numberIn } from './filters.js';
import { notifyDone, notifySecret, type Secret } from './notify.js';
import { type Detail, DetailList, Failure } from './page.js';
import { TimeInput } from './time.js';

/** A field of a form: lines are a text, and entries a list. Its name is that of the mutation's input, so that a refusal of the gateway stands at its field. */
export interface FormField {
  readonly kind:
    | 'text'
    | 'password'
    | 'number'
    | 'lines'
    | 'entries'
    | 'time'
    | 'programme'
    | 'select'
    | 'choice'
    | 'several'
    | 'yes';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Choices of a select, a choice or several of them. */
  readonly options?: readonly FormOption[];
  /** Returns the value of the input for what is written. Left out: what the kind of the field means. */
  readonly read?: (written: string) => unknown;
  /** Says why nobody can read what is written; undefined where it can be read. */
  readonly problem?: (written: string) => string | undefined;
}

/** A choice of a field. */
type FormOption = readonly [value: string, text: string];

/** Texts of a form by field. Several choices stand on lines of their own, and a checked field has the value `yes`. */
type FormValues = Readonly<Record<string, string>>;

/** Input of a mutation, as the fields of a form give it. */
type FormInput = Readonly<Record<string, unknown>>;

/** Parts of the input of a mutation. */
type InputOf<Variables> = Variables extends { readonly input: infer Input } ? Partial<Input> : never;

/** How a form makes its change: by a mutation, whose input has the values of the form and those of `input`, or otherwise. */
type Change<Result, Variables> =
  | { readonly document: DocumentText<Result, Variables>; readonly input?: InputOf<Variables> }
  | { readonly send: (input: FormInput) => Promise<Result> };

function send<Result, Variables>(how: Change<Result, Variables>, input: FormInput): Promise<Result> {
  if ('send' in how) return how.send(input);
  return change(how.document, { input: { ...input, ...how.input } } as Variables);
}

type Question<Result, Variables> = Change<Result, Variables> & Words<Result>;

interface Words<Result> {
  readonly title: string;
  /** Name of the button that acts: a verb. */
  readonly verb: string;
  /** Subject of the action: amount, wallet, terminal. */
  readonly subject?: readonly Detail[];
  readonly fields?: readonly FormField[];
  readonly initial?: FormValues;
  /** Consequence of the action, in whole sentences. */
  readonly consequence: ReactNode | ((values: FormValues) => ReactNode);
  readonly isDangerous?: boolean;
  /** Returns the sentence that tells the result, also where the person closed the dialog meanwhile. Left out: the title does. */
  readonly onDone?: (result: NoInfer<Result>) => string;
  /** Returns the secret that the result has, shown in place of the sentence. */
  readonly secret?: (result: NoInfer<Result>) => Secret;
  /** Page that follows for a person who is still at this one. */
  readonly next?: (result: NoInfer<Result>) => string;
}

type ActionButtonProps<Result, Variables> = Question<Result, Variables> & {
  /** Name of the button, with an ellipsis where more is asked. Left out: the verb. */
  readonly name?: string;
  readonly permission: Permission;
  /** True for the main action of the page. */
  readonly isMain?: boolean;
};

/** Returns the input that is written. Fields that may be left out are, where they are empty or as they were. */
function inputOf(fields: readonly FormField[], values: FormValues, initial: FormValues): FormInput {
  const given = fields.filter(
    ({ kind, name, isRequired }) =>
      isRequired === true || kind === 'yes' || (values[name] ?? '') !== (initial[name] ?? ''),
  );
  return Object.fromEntries(
    given
      .map((field) => [field.name, valueOf(field, values[field.name] ?? '')] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** Returns the value that is written. An empty number is left out, an empty time is none, and empty lines are an empty list. */
function valueOf({ kind, read }: FormField, written: string): unknown {
  if (read !== undefined) return read(written);
  switch (kind) {
    case 'number':
      return numberIn(written);
    case 'time':
      return written === '' ? null : written;
    case 'entries':
      return written.split(/[\s,]+/).filter((entry) => entry !== '');
    case 'several':
      return linesIn(written);
    case 'yes':
      return written === 'yes';
    default:
      return written;
  }
}

/** The field for a programme, which offers those of the directory. */
export const PROGRAMME: FormField = {
  kind: 'programme',
  name: 'programme',
  label: 'Programme',
  isRequired: true,
};

/** The field for the reason of an action. */
export function reasonField(label: string): FormField {
  const hint = 'The audit log keeps it with your key.';
  return { kind: 'lines', name: 'reason', label, hint, isRequired: true, maxLength: 255 };
}

/**
 * Shows a button that asks before it acts, to people whose role has the permission. The dialog stays open with the error where the
 * action fails, and keeps asking what it asked at first where somebody else changes the entity meanwhile.
 */
export function ActionButton<Result, Variables>({
  name,
  permission,
  isMain = false,
  ...question
}: ActionButtonProps<Result, Variables>): ReactNode {
  const [asked, setAsked] = useState<Question<Result, Variables> | null>(null);
  const close = (): void => setAsked(null);
  // The same question follows what is loaded meanwhile, such as the choices of its fields.
  const shown = asked?.title === question.title ? { ...question, initial: asked.initial ?? {} } : asked;
  return (
    <Allowed permission={permission}>
      <Button
        size={isMain ? 'sm' : 'xs'}
        variant={isMain ? 'filled' : 'default'}
        // The name of a question says more to screen readers.
        {...(question.title.endsWith('?') ? { 'aria-label': question.title.slice(0, -1) } : {})}
        onClick={() => setAsked(question)}
      >
        {name ?? question.verb}
      </Button>
      <Modal opened={shown !== null} onClose={close} title={shown?.title} closeOnClickOutside={false}>
        {shown !== null && <Form question={shown} now={question.initial} close={close} />}
      </Modal>
    </Allowed>
  );
}

function Form<Result, Variables>({
  question,
  now,
  close,
}: {
  readonly question: Question<Result, Variables>;
  /** Values of the entity now. */
  readonly now: FormValues | undefined;
  readonly close: () => void;
}): ReactNode {
  const { fields = [], initial = {}, consequence } = question;
  const [place, navigate] = useLocation();
  const [written, setWritten] = useState<FormValues>({});
  const values: FormValues = Object.fromEntries(
    fields.map(({ name }) => [name, written[name] ?? initial[name] ?? '']),
  );
  const action = useOnce((input: FormInput) => send(question, input));
  const changed = fields.find(({ name }) => now?.[name] !== initial[name]);
  const isStale = changed !== undefined && !action.isPending;
  const isFilled = fields.every(
    ({ name, isRequired }) => isRequired !== true || (values[name] ?? '').trim() !== '',
  );
  const isReady = isFilled && !isStale && fields.every((field) => problemOf(field, values) === undefined);
  const refused = fields.find(({ name }) => name === fieldOf(action.error));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    action.mutate(inputOf(fields, values, initial), (result) => {
      close();
      if (question.secret !== undefined) notifySecret(question.secret(result));
      else notifyDone(question.onDone?.(result) ?? `Done: ${question.title.replace('?', '')}.`);
      if (question.next !== undefined && location.pathname.endsWith(place)) navigate(question.next(result));
    });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      {question.subject !== undefined && <DetailList details={question.subject} />}
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          set={(value) => setWritten({ ...written, [field.name]: value })}
          error={field === refused ? action.error?.message : problemOf(field, values)}
        />
      ))}
      <p>{typeof consequence === 'function' ? consequence(values) : consequence}</p>
      {isStale && (
        <p role="alert">
          Somebody changed {changed.label} meanwhile. Cancel, and open the form again to see it.
        </p>
      )}
      {action.error !== null && refused === undefined && <Failure error={action.error} />}
      <Group justify="end">
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          {...(question.isDangerous === true ? { color: 'red.9' } : {})}
          disabled={!isReady}
          loading={action.isPending}
        >
          {question.verb}
        </Button>
      </Group>
    </Stack>
  );
}

function problemOf({ kind, name, problem }: FormField, values: FormValues): string | undefined {
  const written = values[name] ?? '';
  if (kind === 'number' && written !== '' && numberIn(written) === undefined)
    return 'The number has too many digits.';
  return problem?.(written);
}

/** Returns the name of the form's field that the gateway refused: of `cards.cardId` it is cards. */
function fieldOf(error: Error | null): string | null {
  if (!(error instanceof GatewayError) || error.field === null) return null;
  return error.field.split(/[.[]/)[0] ?? null;
}

function Input({
  field: { kind, label, hint, isRequired = false, maxLength, options = [] },
  value,
  set,
  error,
}: {
  readonly field: FormField;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly error: string | undefined;
}): ReactNode {
  const shared = { label, required: isRequired, description: hint ?? null, error: error ?? null };
  const takes = {
    ...shared,
    value,
    ...(maxLength === undefined ? {} : { maxLength }),
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
            ...options.map(([option, text]) => ({ value: option, label: text })),
          ]}
        />
      );
    case 'choice':
      return (
        <Radio.Group {...shared} value={value} onChange={set}>
          <Choices of={Radio} options={options} />
        </Radio.Group>
      );
    case 'several':
      return (
        <Checkbox.Group {...shared} value={linesIn(value)} onChange={(chosen) => set(chosen.join('\n'))}>
          <Choices of={Checkbox} options={options} />
        </Checkbox.Group>
      );
    case 'yes':
      return (
        <Checkbox
          label={label}
          checked={value === 'yes'}
          onChange={({ currentTarget }) => set(currentTarget.checked ? 'yes' : '')}
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
    case 'entries':
      return <Textarea {...takes} autosize minRows={2} maxRows={8} />;
    case 'password':
      return <PasswordInput {...takes} autoComplete="new-password" />;
    case 'time':
      return <TimeInput {...shared} value={value} set={set} />;
    case 'programme':
      return <ProgrammeInput {...takes} />;
    default:
      return <TextInput {...takes} autoComplete="off" />;
  }
}

function Choices({
  of: Choice,
  options,
}: Required<Pick<FormField, 'options'>> & {
  readonly of: ComponentType<{ readonly value: string; readonly label: string }>;
}): ReactNode {
  return (
    <Stack gap="xs" mt="xs">
      {options.map(([value, label]) => (
        <Choice key={value} value={value} label={label} />
      ))}
    </Stack>
  );
}

/** Returns the lines of a value. */
export function linesIn(value: string): string[] {
  return value.split('\n').filter((line) => line !== '');
}

/** Asks for one of the programmes. It says so where they cannot be read. */
export function ProgrammeInput(props: NativeSelectProps): ReactNode {
  const { data, failureReason } = useAnswer(ProgrammesDocument, {});
  const programmes = (data?.programmes.edges ?? []).map(({ node: { programme, name } }) => ({
    value: programme,
    label: name === programme ? name : `${programme} (${name})`,
  }));
  const problem = data === undefined && failureReason !== null ? sentenceOfQuery(failureReason) : null;
  return (
    <NativeSelect
      {...props}
      error={problem ?? props.error}
      data={[{ value: '', label: 'Choose …' }, ...programmes]}
    />
  );
}
