/** One page of a list, newest first; `after` and `before` are sequences, exclusive. `first` or `last`, not both. */
export interface PageRequest<Filter> {
  readonly filter: Filter;
  readonly first?: number;
  readonly after?: number;
  readonly last?: number;
  readonly before?: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}
