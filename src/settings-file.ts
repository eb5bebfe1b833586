import { z } from 'zod';

/** A way to a wallet service for some methods (`routes` in the file). */
export const RouteSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a name of lower-case letters, digits and hyphens'),
  methods: z.array(z.string()).min(1, 'at least one method'),
  url: z.string().refine(isHttpUrl, 'an http or https URL'),
  timeoutMs: z.int().min(50).max(30_000).optional(),
  signingKey: z.string().min(1).optional(),
  signingKeyFile: z.string().min(1).optional(),
  otherSigningKey: z.string().min(1).optional(),
  otherSigningKeyFile: z.string().min(1).optional(),
  dedupes: z.boolean().optional(),
  inquiry: z.string().refine(isHttpUrl, 'an http or https URL').optional(),
});

/** What callers of a method hear when the wallet service cannot say in time (`standIns` in the file). */
export const StandInSchema = z.strictObject({
  method: z.string().min(1),
  resultCode: z.int(),
});

export type StandInSettings = z.infer<typeof StandInSchema>;

export type RouteSettings = z.infer<typeof RouteSchema>;

const ParameterSchema = z.strictObject({
  xmlName: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, 'letters and digits'),
  type: z.enum(['string', 'int', 'date', 'klv']),
  lengthMin: z.int().min(0).optional(),
  lengthMax: z.int().min(0).max(2048).optional(),
  valueMin: z.int().optional(),
  valueMax: z.int().optional(),
  isOptional: z.boolean().optional(),
  isSecret: z.boolean().optional(),
});

/** A method beyond the built-in ones (`methods` in the file). */
export const MethodSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,63}$/, 'letters, digits, dots and underscores'),
  effect: z.enum(['none', 'money', 'advice', 'state']),
  purpose: z.string().default(''),
  parameters: z.array(ParameterSchema).min(3),
  reverses: z.array(z.string()).optional(),
});

export type MethodSettings = z.infer<typeof MethodSchema>;

/** User info would be sent in the clear, and a fragment never. */
export function isHttpUrl(written: string): boolean {
  if (!URL.canParse(written) || !/^https?:\/\//i.test(written)) return false;
  const { username, password, hash } = new URL(written);
  return username === '' && password === '' && hash === '';
}
