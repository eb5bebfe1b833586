// Run: CARDWAY_PASSWORD=… node checksum.mts METHOD ARGUMENT…
import { createHmac } from 'node:crypto';

/** Arguments stand in the order of the method, as texts, without the checksum. */
export function checksum(method: string, args: readonly string[], password: string): string {
  return createHmac('sha256', password)
    .update(method + args.join(''), 'utf8')
    .digest('hex')
    .toUpperCase();
}

/** Returns transaction_data as the checksum covers it. The keys of the object are KLV keys, such as `002`. */
export function klvText(data: Readonly<Record<string, string>>): string {
  const keys = Object.keys(data).sort();
  return keys
    .map((key) => `${key}${String([...(data[key] ?? '')].length).padStart(2, '0')}${data[key] ?? ''}`)
    .join('');
}

const [, , method = '', ...args] = process.argv;
if (method !== '') console.log(checksum(method, args, process.env['CARDWAY_PASSWORD'] ?? ''));
