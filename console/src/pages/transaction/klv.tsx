import type { ReactNode } from 'react';
import { currencyLetters, inMajorUnits } from '../../parts/currencies.js';
import type { FullTransaction } from './full-transaction.js';

type Entries = FullTransaction['klv'];

/** Shows the KLV of the call, key by key. */
export function Klv({ entries }: { readonly entries: Entries }): ReactNode {
  const currency = currencyLetters(entries.find(({ key }) => key === '049')?.value);
  return (
    <section aria-labelledby="klv">
      <h2 id="klv">KLV, key by key</h2>
      {entries.length === 0 ? (
        <p className="muted">The call brought none.</p>
      ) : (
        <div className="scrolls" tabIndex={0} role="region" aria-label="Entries of the KLV">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Means</th>
                <th scope="col">Value</th>
                <th scope="col" className="extra">
                  On the JSON interface
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ key, name, title, value }) => (
                <tr key={key}>
                  <th scope="row">
                    <code>{key}</code>
                  </th>
                  <td>{title ?? <span className="muted">not documented</span>}</td>
                  <td>
                    {value === '' ? <span className="muted">empty</span> : <code>{value}</code>}
                    <Meaning keyed={key} value={value} currency={currency} />
                  </td>
                  <td className="extra">
                    <code>{name}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Shows the meaning of a value, where it is known. */
function Meaning(props: {
  readonly keyed: string;
  readonly value: string;
  readonly currency: string | null;
}): ReactNode {
  const text = meaningOf(props);
  return text === null ? null : <span className="muted"> {text}</span>;
}

function meaningOf({
  keyed,
  value,
  currency,
}: {
  readonly keyed: string;
  readonly value: string;
  readonly currency: string | null;
}): string | null {
  if (keyed === '049') return currencyLetters(value);
  if (keyed === '004' && currency !== null && /^\d+$/.test(value))
    return inMajorUnits(Number(value), currency);
  return null;
}
