import { Command, Option } from 'commander';
import { APPROVAL_STATES } from '../../core/access/approval.js';
import { acting, type Ask, type AskOptions, ofGateway } from '../ask.js';
import {
  type ApprovalFieldsFragment,
  ApprovalsDocument,
  type ApprovalState,
  ApproveRequestDocument,
  RejectRequestDocument,
} from '../../generated/operations.js';
import { printEntry, printList } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long } from '../table.js';

interface Options extends AskOptions {
  readonly state?: ApprovalState;
  readonly reason?: string;
}

/** Returns `approvals list|approve|reject`: changes that need a second person. */
export function approvalsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('approvals')
    .description('Lists, approves and rejects changes that need a second person.')
    .addHelpText('after', EXAMPLES);
  const action = acting(done);
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists changes that need a second person, newest first.')
    .addOption(new Option('--state <state>', 'in this state').choices(APPROVAL_STATES))
    .action(
      action(async (ask, options: Options) => {
        const filter = { state: options.state };
        await printList(shell, options, {
          what: 'approvals',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No approvals. Changes wait for a second person if the setting approvals is on.',
          pageOf: async (page) => (await ask(ApprovalsDocument, { filter, ...page })).approvals,
        });
      }),
    );
  for (const [name, description, decide] of DECISIONS) {
    ofGateway(group.command(`${name} <id>`))
      .description(description)
      .option('--reason <reason>', 'why; kept in the audit log')
      .action(
        action(async (ask, options: Options, id) => {
          const approval = await decide(ask, { id, reason: options.reason });
          printEntry(shell, options, { approval }, approval);
        }),
      );
  }
  return group;
}

type Decide = (
  ask: Ask,
  input: { readonly id: string; readonly reason: string | undefined },
) => Promise<ApprovalFieldsFragment>;

const DECISIONS: readonly (readonly [name: string, description: string, decide: Decide])[] = [
  [
    'approve',
    'Approves a change that somebody else asked for. That person then sends it again.',
    async (ask, input) => (await ask(ApproveRequestDocument, { input })).approveRequest.approval,
  ],
  [
    'reject',
    'Rejects a change that is not made yet. The person who asked withdraws it so.',
    async (ask, input) => (await ask(RejectRequestDocument, { input })).rejectRequest.approval,
  ],
];

const COLUMNS: Columns<ApprovalFieldsFragment> = {
  Approval: 'id',
  State: 'state',
  Asked: 'askedAt',
  By: 'askedBy',
  Change: 'field',
  Input: long(({ arguments: input }) => (input === null ? null : JSON.stringify(input))),
  Expires: 'expiresAt',
  Decided: 'decidedBy',
  Reason: long('reason'),
};

const EXAMPLES = `
Examples:
  cardway approvals --state pending --url https://cards.example.com --key-file my.key
  cardway approvals approve apr_3Hc0mEVDbvN4h5Qk --url https://cards.example.com --key-file my.key`;
