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
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="muted">{note}</span>}
        {actions !== undefined && <div className="section-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

export type Detail = readonly [name: string, value: ReactNode];

/** Shows names with their values. */
export function DetailList({ details }: { readonly details: readonly Detail[] }): ReactNode {
  return (
    <dl className="details">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Puts sections beside each other where there is room. */
export function Columns({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="columns">{children}</div>;
}
