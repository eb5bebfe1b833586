/** What JSON can say (RFC 8259). Numbers are within ±(2^53-1) or fractions once a reader of ours has passed them. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [name: string]: JsonValue;
}

/** Members of all objects in it. */
export function memberCount(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + memberCount(item), 0);
  if (!isJsonObject(value)) return 0;
  return Object.keys(value).reduce((sum, name) => sum + 1 + memberCount(value[name] ?? null), 0);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
