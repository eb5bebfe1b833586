import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from '../../core/access/secret.js';
import { readNetwork } from '../../core/access/network.js';
import { type Administrator, demand, found, hasLength } from '../access/administrator.js';
import type {
  NamedPageRequest,
  TerminalFilter,
  TerminalInfo,
  TerminalRecords,
} from './administration-port.js';

/** Networks in CIDR form, and single addresses, IPv4 and IPv6. An empty list allows any address. */
type AllowedAddresses = readonly string[];

/** Settings of a terminal. Left out, a field keeps its value, or gets the default. */
interface TerminalSettings {
  readonly terminalId: string;
  readonly programme?: string | undefined;
  readonly checksumAlgorithm?: TerminalInfo['checksumAlgorithm'] | undefined;
  readonly allowedAddresses?: AllowedAddresses | undefined;
}

export type AdministerTerminals = ReturnType<typeof createAdministerTerminals>;

/**
 * Administration of terminals, for operators. The audit log has every change. Passwords are stored only for checking the
 * terminal's checksum. Errors: BAD_REQUEST (names the field), NOT_FOUND, UNAVAILABLE.
 */
export function createAdministerTerminals({ terminals }: { readonly terminals: TerminalRecords }) {
  const there = (terminalId: string, terminal: TerminalInfo | null): Promise<TerminalInfo> =>
    found(terminal, {
      what: 'Terminal',
      // The id may be a secret in the wrong field.
      name: [...terminalId].slice(0, 20).join(''),
      some: (first) => terminals.list({ filter: {}, first }),
      nameOf: (each) => each.terminalId,
    });
  return {
    find: (terminalId: string) => terminals.find(terminalId),
    list: (page: NamedPageRequest<TerminalFilter>) => terminals.list(page),
    async add(
      { actor }: Administrator,
      {
        checksumAlgorithm = 'sha256',
        ...terminal
      }: TerminalSettings & { readonly programme: string; readonly password: string },
    ) {
      demand('terminal_id', hasLength(terminal.terminalId, 10, 10), 'must have 10 characters');
      demandPassword(terminal.password);
      const allowedAddresses = demandNetworks(terminal.allowedAddresses ?? []);
      return terminals.add({ actor, ...terminal, checksumAlgorithm, allowedAddresses });
    },
    async set(
      { actor }: Administrator,
      { terminalId, programme, checksumAlgorithm, allowedAddresses }: TerminalSettings,
    ) {
      const wanted = {
        ...(programme === undefined ? {} : { programme }),
        ...(checksumAlgorithm === undefined ? {} : { checksumAlgorithm }),
        ...(allowedAddresses === undefined ? {} : { allowedAddresses: demandNetworks(allowedAddresses) }),
      };
      const changed = await terminals.change({ actor, action: 'set_terminal', terminalId, ...wanted });
      return there(terminalId, changed);
    },
    async setEnabled({ actor }: Administrator, terminalId: string, isEnabled: boolean) {
      const action = isEnabled ? 'enable_terminal' : 'disable_terminal';
      const changed = await terminals.change({ actor, action, terminalId, isDisabled: !isEnabled });
      return there(terminalId, changed);
    },
    /** Accepts both passwords until the overlap ends. Undefined uses the setting's overlap. */
    async rotatePassword(
      { actor }: Administrator,
      {
        terminalId,
        password,
        overlapMs,
      }: {
        readonly terminalId: string;
        readonly password: string;
        readonly overlapMs?: number | undefined;
      },
    ) {
      demandPassword(password);
      const isOverlap = overlapMs === undefined || (overlapMs >= 0 && overlapMs <= OVERLAP_MS_MAX);
      demand('overlap_seconds', isOverlap, `must be from 0 to ${String(OVERLAP_MS_MAX / 1000)} (90 days)`);
      const rotated = await terminals.rotatePassword({ actor, terminalId, password, overlapMs });
      return there(terminalId, rotated);
    },
  };
}

const OVERLAP_MS_MAX = 90 * 86_400_000;

/** Returns the checked networks. Null allows any address. */
function demandNetworks(written: AllowedAddresses): AllowedAddresses | null {
  const networks = written.map((network) => network.trim().toLowerCase());
  demand('allowed_addresses', networks.length <= NETWORKS_MAX, `may have ${String(NETWORKS_MAX)} entries`);
  const isRead = networks.every((network) => readNetwork(network) !== null);
  demand(
    'allowed_addresses',
    isRead,
    'must be addresses or networks in CIDR form without bits beyond their length, for example 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32',
  );
  return networks.length === 0 ? null : networks;
}

const NETWORKS_MAX = 100;

/** The error repeats nothing of the password. */
function demandPassword(password: string): void {
  const [min, max] = [PASSWORD_CHARACTERS_MIN, PASSWORD_CHARACTERS_MAX];
  demand('password', hasLength(password, min, max), `must have ${String(min)} to ${String(max)} characters`);
}
