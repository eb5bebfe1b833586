import { Kbd, Modal, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../gateway/session.js';
import { singleKeys, useChoice } from '../parts/choices.js';
import { navigationOf } from './places.js';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['/'], 'Search; Ctrl K or ⌘ K also in fields'],
  [['f'], 'To the filters'],
  [['j', 'k'], 'To the next or previous row of a list'],
  [['Enter'], 'Open the row'],
  [['x'], 'Pause the live list, or go on'],
  [['Esc'], 'Close a dialog or a menu'],
  [['?'], 'This help'],
];

/** Lists the keys, and lets people switch the single ones off. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { about } = useSession();
  const choice = useChoice(singleKeys);
  const places = navigationOf(about).flatMap(({ places: group }) => group);
  return (
    <Modal opened onClose={onClose} title="Keyboard" size="lg">
      <div className="keys">
        <dl>
          {KEYS.map(([keys, meaning]) => (
            <KeyLine key={meaning} keys={keys} meaning={meaning} />
          ))}
        </dl>
        <dl>
          {places.map(({ name, letter }, index) => (
            <KeyLine
              key={name}
              keys={['g', letter, ...(index < 9 ? ['or', String(index + 1)] : [])]}
              meaning={name}
            />
          ))}
        </dl>
      </div>
      <Switch
        mt="md"
        label="Single keys act by themselves"
        checked={choice === 'on'}
        onChange={(event) => singleKeys.write(event.currentTarget.checked ? 'on' : 'off')}
      />
    </Modal>
  );
}

function KeyLine({
  keys,
  meaning,
}: {
  readonly keys: readonly string[];
  readonly meaning: string;
}): ReactNode {
  return (
    <div>
      <dt>
        {keys.map((key) =>
          key === 'or' ? (
            <span key={key} className="muted">
              {' '}
              or{' '}
            </span>
          ) : (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ),
        )}
      </dt>
      <dd>{meaning}</dd>
    </div>
  );
}
