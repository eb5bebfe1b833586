import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, type ClassType, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { Permission } from '../core/access/permissions.js';
import type { GraphQLContext } from './context.js';
import { type Connection, connectionOf, PageArgs } from './paging.js';
import { type Circumstance, OnlyOnePerOperation, Requires } from './roles.js';
import {
  type Fields,
  type FieldType,
  type InputOf,
  inputType,
  type Member,
  resultType,
  type RowOf,
  type SchemaField,
} from './shapes.js';

/**
 * Root fields of the schema as tables: what a field takes and gives, who may ask for it, and what it does. `resolverOf` makes a resolver
 * class of a table, and applies to it the decorators of type-graphql.
 */
interface RootField {
  readonly permission: Permission;
  readonly circumstance?: Circumstance;
  /** An operation may hold one such field. */
  readonly isAlone?: boolean;
  /** Declares the field and its arguments. Returns their number: the context has the position behind them. */
  readonly declare: (prototype: object, name: string, descriptor: PropertyDescriptor) => number;
  /** Gets the arguments by position, then the context and, for a list, the info. */
  readonly method: (...args: never[]) => unknown;
}

export function resolverOf(table: Readonly<Record<string, RootField>>): ClassType {
  const Type = class {
    declare readonly table?: never;
  };
  Resolver()(Type);
  const { prototype } = Type;
  for (const [name, { permission, circumstance, isAlone, declare, method }] of Object.entries(table)) {
    const descriptor: PropertyDescriptor = { value: method, writable: true, configurable: true };
    const count = declare(prototype, name, descriptor);
    Ctx()(prototype, name, count);
    Requires(permission, circumstance)(prototype, name, descriptor);
    if (isAlone === true) OnlyOnePerOperation()(prototype, name, descriptor);
    Object.defineProperty(prototype, name, descriptor);
  }
  return Type;
}

const NO_ARGUMENTS = {} as const satisfies Fields;

/** A query by arguments of its own. Its description is that of what it gives. */
export function query<
  Type extends FieldType,
  IsNullable extends boolean,
  Of extends Fields = typeof NO_ARGUMENTS,
>({
  args = NO_ARGUMENTS as unknown as Of,
  gives,
  resolve,
  ...access
}: {
  readonly permission: Permission;
  readonly args?: Of;
  readonly gives: SchemaField<Type, IsNullable>;
  readonly resolve: (
    args: InputOf<Of>,
    context: GraphQLContext,
  ) => Member<Type, IsNullable> | Promise<Member<Type, IsNullable>>;
}): RootField {
  const names = Object.keys(args);
  return {
    ...access,
    declare(prototype, name, descriptor) {
      const { type, ...options } = gives;
      Query(() => type as ClassType, options)(prototype, name, descriptor);
      for (const [at, [argument, { type, ...options }]] of Object.entries(args).entries())
        Arg(argument, () => type as ClassType, options)(prototype, name, at);
      return names.length;
    },
    method(...given: readonly unknown[]) {
      const values = Object.fromEntries(names.map((name, at) => [name, given[at]])) as InputOf<Of>;
      return resolve(values, given[names.length] as GraphQLContext);
    },
  };
}

const FILTER = 'Conditions on what is listed.';

/** A query for a page of a list. */
export function list<Row extends object, Filter extends object>(
  NodeClass: ClassType<Row>,
  {
    filter: FilterClass,
    description,
    resolve,
    ...access
  }: {
    readonly permission: Permission;
    readonly description: string;
    readonly filter: ClassType<Filter>;
    readonly resolve: (
      page: PageArgs,
      filter: Filter,
      context: GraphQLContext,
      info: GraphQLResolveInfo,
    ) => Promise<Connection<Row>>;
  },
): RootField {
  return {
    ...access,
    declare(prototype, name, descriptor) {
      const Page = connectionOf(NodeClass);
      Query(() => Page, { description })(prototype, name, descriptor);
      Args(() => PageArgs)(prototype, name, 0);
      Arg('filter', () => FilterClass, { nullable: true, description: FILTER })(prototype, name, 1);
      Info()(prototype, name, 3);
      return 2;
    },
    method: (page: PageArgs, filter: Filter | null, context: GraphQLContext, info: GraphQLResolveInfo) =>
      resolve(page, filter ?? ({} as Filter), context, info),
  };
}

/** A mutation. Its input and its result are types named after it. `input` begins with the description of its type. */
export function mutation<Given extends Fields, Result extends Fields>({
  input: [describesInput, given],
  description,
  result,
  resolve,
  circumstance,
  ...access
}: {
  readonly permission: Permission;
  readonly isAlone?: boolean;
  readonly description: string;
  readonly input: readonly [description: string, fields: Given];
  readonly result: Result;
  readonly resolve: (input: InputOf<Given>, context: GraphQLContext) => Promise<RowOf<Result>>;
  readonly circumstance?: (input: InputOf<Given>, context: GraphQLContext) => ReturnType<Circumstance>;
}): RootField {
  return {
    ...access,
    ...(circumstance === undefined ? {} : { circumstance }),
    declare(prototype, name, descriptor) {
      const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const Input = inputType(`${typeName}Input`, describesInput, given);
      const Payload = resultType(`${typeName}Result`, result);
      Mutation(() => Payload, { description })(prototype, name, descriptor);
      Arg('input', () => Input, { description: describesInput })(prototype, name, 0);
      return 1;
    },
    method: resolve,
  };
}
