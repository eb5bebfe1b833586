import { Command } from 'commander';
import { acting, type Ask, type AskOptions, found, ofGateway, type Page } from '../ask.js';
import { isJson, printEntry, printList, printOutcome } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, fieldsIn } from '../table.js';
import { countOf } from '../values.js';
import { addFields, FieldArgument, inputOf, type Words } from './field-options.js';
import { inputFieldsOf, operationOf, resultSelection, sending, valuesOf } from './schema.js';

/** Commands of an entity, such as `terminals list | show | add …`, made from a description and the schema. */

/** An entry, or the result of a change. */
export type Row = Readonly<Record<string, unknown>>;

/** Field that names an entry. */
interface Key {
  readonly field: string;
  /** Name of the same field in queries and inputs, where it is another one. */
  readonly input?: string;
  /** Name of the argument in the usage of a command. */
  readonly name: string;
}

/** Description of an entity. The schema says the rest: options, their help and values, and the fields of an entry. */
export interface Entity {
  /** Name of its command. */
  readonly command: string;
  readonly about: string;
  readonly examples?: string;
  /** Its type in the schema. */
  readonly type: string;
  readonly key: Key;
  readonly columns: Columns;
  /** Selection of an entry. Left out, it is every field that holds a value; the global id only where that is the key. */
  readonly selection?: string;
  /** Selection of what an entry has beside its values. */
  readonly also?: string;
  readonly list?: ListCommand;
  readonly show?: ShowCommand;
  /** Commands that change an entry, by their names. */
  readonly changes?: Readonly<Record<string, ChangeCommand>>;
  /** Adds commands with a life of their own. */
  readonly more?: (parts: Parts) => void;
}

interface ListCommand {
  readonly query: string;
  /** Name of the entries, in the plural. Left out, it is that of the command. */
  readonly what?: string;
  /** Text for an empty list: the next step. */
  readonly whenEmpty: string;
  /** True for a list that grows: it is printed up to --limit. */
  readonly grows?: boolean;
  readonly words?: Words;
}

interface ShowCommand {
  readonly query: string;
  /** Selection that only this command prints. */
  readonly also?: string;
  /** End of the sentence for an unknown key, for example `terminal has this id`. */
  readonly missing: string;
}

interface ChangeCommand {
  readonly mutation: string;
  /** Field that is the argument. None takes every field as an option. */
  readonly argument?: Key | undefined;
  readonly words?: Words;
  /** True prints the entry alone as JSON, without its name in the result. */
  readonly isBare?: boolean;
  /** Text for people in place of the entry. */
  readonly sentences?: (result: never) => readonly string[];
}

/** Parts from which a command is made. */
export interface Parts {
  readonly shell: Shell;
  readonly group: Command;
  readonly entity: Entity;
}

/** Returns the command of an entity with its subcommands. */
export function entityCommand(shell: Shell, entity: Entity): Command {
  const { command, about, examples = '', changes = {} } = entity;
  const group = new Command(command).description(about).addHelpText('after', examples);
  const parts = { shell, group, entity };
  if (entity.list !== undefined) addList(parts, entity.list);
  if (entity.show !== undefined) addShow(parts, entity.show);
  for (const [name, change] of Object.entries(changes)) addChange(parts, name, change);
  entity.more?.(parts);
  return group;
}

/** Returns the selection of an entry, with the fields in the order of the columns. */
function selectionOf({ type, key, columns, selection, also = '' }: Entity): string {
  const values = valuesOf(type, [key.field, ...fieldsIn(columns)]);
  const own = values.filter((name) => name !== 'id' || key.field === 'id');
  return `${selection ?? own.join(' ')} ${also}`;
}

function argumentOf({ field, input = field, name }: Key): FieldArgument {
  return new FieldArgument(name, input);
}

interface ListOptions extends AskOptions {
  readonly limit?: string;
}

function addList({ shell, group, entity }: Parts, list: ListCommand): void {
  const { query, what = entity.command, whenEmpty, grows = false, words } = list;
  const operation = operationOf('query', query);
  const command = ofGateway(group.command('list', { isDefault: true }));
  command.description(operation.description ?? '');
  addFields(command, inputFieldsOf(operation, 'filter'), words);
  if (grows) command.option('--limit <count>', 'At most this number.', '50');
  const pageOf = sending<Page<Row>>('query', operation, {
    names: ['filter', 'first', 'after'],
    selection: `edges { node { ${selectionOf(entity)} } } pageInfo { hasNextPage endCursor }`,
  });
  command.action(
    acting(async (ask, options: ListOptions) => {
      const filter = await inputOf(shell, command);
      const { limit } = options;
      await printList(shell, options, {
        what,
        columns: entity.columns,
        filter,
        whenEmpty,
        ...(limit === undefined ? {} : { limit: countOf('--limit', limit) }),
        pageOf: (page) => pageOf(ask, { filter, ...page }),
      });
    }),
  );
}

function addShow({ shell, group, entity }: Parts, { query, missing }: ShowCommand): void {
  const command = ofGateway(group.command('show').alias('get')).addArgument(argumentOf(entity.key));
  command.description(operationOf('query', query).description ?? '');
  const find = finderOf(entity);
  command.action(
    acting(async (ask, options: AskOptions, key) => {
      printEntry(shell, options, found(await find(ask, key), missing));
    }),
  );
}

/** Returns a function that finds an entry by its key; null for none. */
export function finderOf(entity: Entity): (ask: Ask, key: string) => Promise<Row | null> {
  const { key, show } = entity;
  const { field, input = field } = key;
  const selection = `${selectionOf(entity)} ${show?.also ?? ''}`;
  const operation = operationOf('query', show?.query ?? '');
  const send = sending<Row | null>('query', operation, { names: [input], selection });
  return (ask, written) => send(ask, { [input]: written });
}

/** Returns a function that sends a mutation, which returns an entry or what happened. */
export function changerOf(entity: Entity, mutation: string): (ask: Ask, input: Row) => Promise<Row> {
  const operation = operationOf('mutation', mutation);
  const selection = resultSelection(operation, selectionOf(entity));
  const send = sending<Row>('mutation', operation, { names: ['input'], selection });
  return (ask, input) => send(ask, { input });
}

/** Adds a command with the argument and the options of a mutation. */
export function changeCommand(
  group: Command,
  name: string,
  { mutation, argument, words }: ChangeCommand,
): Command {
  const operation = operationOf('mutation', mutation);
  const command = ofGateway(group.command(name)).description(operation.description ?? '');
  if (argument !== undefined) command.addArgument(argumentOf(argument));
  addFields(command, inputFieldsOf(operation, 'input'), words);
  return command;
}

function addChange({ shell, group, entity }: Parts, name: string, change: ChangeCommand): void {
  const command = changeCommand(group, name, { argument: entity.key, ...change });
  const send = changerOf(entity, change.mutation);
  command.action(
    acting(async (ask, given: AskOptions) => {
      printResult(shell, given, await send(ask, await inputOf(shell, command)), change);
    }),
  );
}

/** Prints what a mutation returned: its entry, and a secret that is shown this once. */
export function printResult(
  shell: Shell,
  options: Pick<AskOptions, 'json'>,
  result: Row,
  { isBare = false, sentences }: Pick<ChangeCommand, 'isBare' | 'sentences'> = {},
): void {
  const { secret, ...rest } = result;
  const [entry] = Object.values(rest) as [object];
  if (sentences !== undefined) printOutcome(shell, options, result, sentences(result as never));
  else printEntry(shell, options, isBare ? entry : result, entry);
  if (typeof secret !== 'string' || isJson(shell, options)) return;
  shell.out(`\n${secret}\n`);
  shell.err('The secret is shown this once; keep it where its user reads it.\n');
}
