import { ActionIcon, Box, Burger, Button, Group, Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconSearch, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatsDocument } from '../../../src/generated/operations.js';
import { FRESH_MS, useAnswer } from '../gateway/asking.js';
import { Allowed, useSession } from '../gateway/session.js';
import { formatCount } from '../parts/format.js';
import { setZone, useZone } from '../parts/time.js';
import { Badge } from '../parts/value.js';

/** Shows search, open doubts, and the choices of the person. */
export function Header({
  isMenuOpen,
  onMenu,
  onSearch,
}: {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}): ReactNode {
  const { about } = useSession();
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap">
        <Burger
          size="sm"
          hiddenFrom="md"
          opened={isMenuOpen}
          aria-label={isMenuOpen ? 'Close the navigation' : 'Open the navigation'}
          onClick={onMenu}
        />
        <Button
          variant="default"
          leftSection={<IconSearch size={16} />}
          rightSection={
            <Kbd size="xs" visibleFrom="sm">
              Ctrl K
            </Kbd>
          }
          onClick={onSearch}
        >
          Search
        </Button>
      </Group>
      <Group gap="xs" wrap="nowrap">
        {about.sandbox && (
          <Box visibleFrom="sm">
            <Badge tone="quiet">sandbox</Badge>
          </Box>
        )}
        <Allowed permission="MONITOR">
          <Doubts />
        </Allowed>
        <YourMenu />
      </Group>
    </Group>
  );
}

/** Shows on every page how many transactions have an unknown outcome. */
function Doubts(): ReactNode {
  const stats = useAnswer(StatsDocument, { span: 'MINUTES_15' as const }, { everyMs: FRESH_MS });
  const open = stats.data?.stats.openNow;
  const links = [
    ['in_doubt', 'in doubt', open?.inDoubt ?? 0],
    ['contradicted', 'contradicted', open?.contradicted ?? 0],
  ] as const;
  return (
    <Group role="status" gap="xs">
      {links
        .filter(([, , count]) => count > 0)
        .map(([state, name, count]) => (
          <Link key={state} href={`/transactions?state=${state}`}>
            <Badge tone="doubt">
              {formatCount(count)} {name}
            </Badge>
          </Link>
        ))}
    </Group>
  );
}

/** Lets people choose the zone of all times, and light or dark; and sign out. */
function YourMenu(): ReactNode {
  const { about, signOut } = useSession();
  const { colorScheme, toggleColorScheme, clearColorScheme } = useMantineColorScheme();
  const isUtc = useZone() === 'utc';
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`You: ${about.keyId}`}>
          <IconUserCircle size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as <code>{about.keyId}</code>, role {about.role}
          <br />
          Cardway {about.version}
        </Menu.Label>
        <Menu.Item onClick={() => setZone(isUtc ? 'local' : 'utc')}>
          {isUtc ? 'Show local times' : 'Show times in UTC'}
        </Menu.Item>
        <Menu.Item onClick={toggleColorScheme}>Light or dark</Menu.Item>
        {colorScheme !== 'auto' && (
          <Menu.Item onClick={clearColorScheme}>Light or dark as the system</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
