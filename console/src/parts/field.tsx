import { useId, type ComponentProps, type ReactNode } from 'react';

interface Labelled {
  readonly label: string;
  readonly hint?: string;
}

export function TextField({ label, hint, ...input }: Labelled & ComponentProps<'input'>): ReactNode {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoComplete="off"
        {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
        {...input}
      />
      {hint !== undefined && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}

export function SelectField({
  label,
  options,
  ...select
}: Labelled & {
  readonly options: readonly (readonly [value: string, text: string])[];
} & ComponentProps<'select'>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
