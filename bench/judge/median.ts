/** Returns the median. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Returns how far the values lie apart, as a share of their median. NaN for no values. */
export function spread(values: readonly number[]): number {
  return values.length === 0 ? NaN : (Math.max(...values) - Math.min(...values)) / median(values);
}
