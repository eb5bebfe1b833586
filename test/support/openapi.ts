import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A request and its reply of a REST interface, for the check against the OpenAPI document. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** Content type of the request. Undefined for compressed bodies. */
  readonly contentType: string | undefined;
  readonly body: Buffer | string;
  readonly reply: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly text: () => string;
  };
}

/**
 * Throws where a documented interface gives a reply that the document does not have, or accepts a JSON body that the document
 * forbids. Ignores operations that are not documented.
 */
export function checkExchange(exchange: Exchange): void {
  const path = pathOf(new URL(exchange.url).pathname);
  const operation = path === null ? undefined : document().paths[path]?.[exchange.method.toLowerCase()];
  if (path === null || operation === undefined) return;
  const place = `#/paths/${escaped(path)}/${exchange.method.toLowerCase()}`;
  checkReply(exchange, operation, place);
  const isJson = mediaType(exchange.contentType) === 'application/json' && exchange.body.length > 0;
  if (exchange.reply.status !== 200 || !isJson) return;
  // A byte order mark is accepted, and is not part of the JSON text.
  const text = String(exchange.body).replace(/^\ufeff/, '');
  if (isOfConfiguration(text)) return;
  const inQuery = Object.fromEntries(new URL(exchange.url).searchParams);
  const given = { ...inQuery, ...(JSON.parse(text) as object) };
  const pointer = `${place}/requestBody/content/application~1json/schema`;
  check(pointer, given, `${path} took a body that /openapi.json refuses`);
}

/** Returns whether the method comes from a configuration file: that gateway's own document has it, the published one does not. */
function isOfConfiguration(body: string): boolean {
  const { request } = JSON.parse(body) as { readonly request?: { readonly method_name?: unknown } };
  const name = request?.method_name;
  documentText ??= JSON.stringify(document());
  return typeof name === 'string' && !documentText.includes(`{"const":${JSON.stringify(name)}}`);
}

let documentText: string | undefined;

function checkReply({ reply }: Exchange, operation: Operation, place: string): void {
  const { status } = reply;
  const name = [String(status), `${String(status)[0] ?? ''}XX`].find((each) => each in operation.responses);
  if (name === undefined) throw new Error(`${place} has no reply ${String(status)}: ${reply.text()}`);
  const media = mediaType(reply.contentType);
  if (!(media in operation.responses[name]!.content))
    throw new Error(`${place} has no reply ${String(status)} of ${media}`);
  if (media !== 'application/json') return;
  const pointer = `${place}/responses/${name}/content/application~1json/schema`;
  check(pointer, JSON.parse(reply.text()), `The reply is not as ${pointer}`);
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The document that the build made. */
export const FILE = resolve(__dirname, '../../dist/schema/openapi.json');

let known: OpenApiDocument | undefined;

export function document(): OpenApiDocument {
  known ??= JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiDocument;
  return known;
}

function pathOf(path: string): string | null {
  if (path in document().paths) return path;
  return /^\/v1\/transactions\/[^/]+$/.test(path) ? '/v1/transactions/{request_id}' : null;
}

const checks = new Map<string, ValidateFunction>();

function check(pointer: string, value: unknown, what: string): void {
  const found = problemsAt(pointer, value);
  if (found !== null) throw new Error(`${what}: ${found}\n${JSON.stringify(value)}`);
}

/** Returns the problems of a value under the schema at this place of the document. Returns null where it fits. */
function problemsAt(pointer: string, value: unknown): string | null {
  let fits = checks.get(pointer);
  if (fits === undefined) checks.set(pointer, (fits = compile(document(), pointer)));
  if (fits(value)) return null;
  return (fits.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
    .join('; ');
}

function compile(whole: object, pointer: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(inlined(whole, pointer));
}

/** Returns the schema at a place, with everything that it refers to. */
function inlined(whole: object, pointer: string): object {
  const parts = pointer.slice(2).split('/');
  let at: unknown = whole;
  for (const part of parts)
    at = (at as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  const components = (whole as unknown as { components: { schemas: object } }).components;
  const text = JSON.stringify({ ...(at as object), $defs: components.schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

function escaped(path: string): string {
  return path.replaceAll('/', '~1');
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim();
}

/** Returns the linter's problems with an OpenAPI file. */
export async function lint(file: string): Promise<unknown> {
  // A separate process: the linter is an ES module, which jest cannot load.
  const program = `
    import { lint, loadConfig } from '@redocly/openapi-core';
    const problems = await lint({ ref: process.argv[1], config: await loadConfig() });
    const told = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
    process.stdout.write(JSON.stringify(told));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    file,
  ]);
  return JSON.parse(stdout);
}
