import { ActionIcon, Button, Kbd, Menu, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatsDocument } from '../../../src/generated/operations.js';
import { useAnswer } from '../gateway/asking.js';
import { useSession } from '../gateway/session.js';
import {
  IconAlertTriangle,
  IconClock,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '../parts/icons.js';
import { formatCount } from '../parts/numbers.js';
import { ChoiceItems } from '../parts/choice-items.js';
import { timeForm, timeZone, useChoice } from '../parts/choices.js';

/** Shows search, open doubts, and the choices of the person. */
export function Header({
  onMenu,
  onSearch,
  onHelp,
}: {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}): ReactNode {
  const { about } = useSession();
  return (
    <header className="top">
      <ActionIcon className="top-menu" aria-label="Open the navigation" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <UnstyledButton className="top-search" onClick={onSearch}>
        <IconSearch size={16} />
        <span>Search ids, cards, pages …</span>
        <Kbd size="xs">/</Kbd>
      </UnstyledButton>
      <div className="top-end">
        {about.sandbox && <span className="badge quiet top-wide">sandbox</span>}
        {about.permissions.includes('MONITOR') && <Doubts />}
        <TimeMenu />
        <SchemeMenu />
        <UserMenu onHelp={onHelp} />
      </div>
    </header>
  );
}

const DOUBTS_MS = 5000;

/** Shows on every page how many transactions have an unknown outcome. */
function Doubts(): ReactNode {
  const stats = useAnswer('stats', StatsDocument, { span: 'MINUTES_15' as const }, { everyMs: DOUBTS_MS });
  const open = stats.data?.stats.openNow;
  const links = [
    ['in_doubt', 'in doubt', open?.inDoubt ?? 0],
    ['contradicted', 'contradicted', open?.contradicted ?? 0],
  ] as const;
  return (
    <div className="doubts" role="status">
      {links
        .filter(([, , count]) => count > 0)
        .map(([state, name, count]) => (
          <Link key={state} href={`/transactions?state=${state}`} className="badge doubt">
            <IconAlertTriangle size={14} aria-hidden="true" /> {formatCount(count)}{' '}
            <span className="top-word">{name}</span>
          </Link>
        ))}
    </div>
  );
}

/** Lets people choose the zone of all times, and how lists show them. */
function TimeMenu(): ReactNode {
  const zone = useChoice(timeZone);
  const form = useChoice(timeForm);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" className="top-time">
          <IconClock size={17} stroke={1.75} aria-hidden="true" />
          <span className="top-word">{zone === 'utc' ? 'UTC' : 'Local'}</span>
          <span className="unseen"> times</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems
          label="Zone of times"
          value={zone}
          choices={[
            ['local', 'Local time'],
            ['utc', 'UTC'],
          ]}
          onChoose={timeZone.write}
        />
        <ChoiceItems
          label="In lists"
          value={form}
          choices={[
            ['relative', 'Time since then'],
            ['absolute', 'Date and time'],
          ]}
          onChoose={timeForm.write}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES = [
  ['auto', 'As the system', <IconDeviceDesktop key="i" size={16} />],
  ['light', 'Light', <IconSun key="i" size={16} />],
  ['dark', 'Dark', <IconMoon key="i" size={16} />],
] as const;

function SchemeMenu(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Appearance">
          {colorScheme === 'light' ? (
            <IconSun size={18} stroke={1.75} />
          ) : colorScheme === 'dark' ? (
            <IconMoon size={18} stroke={1.75} />
          ) : (
            <IconDeviceDesktop size={18} stroke={1.75} />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems choices={SCHEMES} value={colorScheme} onChoose={setColorScheme} />
      </Menu.Dropdown>
    </Menu>
  );
}

function UserMenu({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const { about, signOut } = useSession();
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={`Signed in as ${about.keyId}`}>
          <ActionIcon aria-label={`You: ${about.keyId}`}>
            <IconUserCircle size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in with <code>{about.keyId}</code>, role {about.role}
          <br />
          Cardway {about.version}
        </Menu.Label>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onHelp}>
          Keyboard
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
