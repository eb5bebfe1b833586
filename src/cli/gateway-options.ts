import { InvalidArgumentError, Option } from 'commander';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { Role } from '../usecase/ports.js';

/** `--url`, for whatever talks to a running gateway. */
export function urlOption(): Option {
  return new Option('--url <url>', 'the gateway').default('http://127.0.0.1:4000').argParser((written) => {
    if (!/^https?:\/\//i.test(written) || !URL.canParse(written))
      throw new InvalidArgumentError('It must be an http or https URL.');
    return written;
  });
}

/** `--key`, or another name; the sandbox's key of the role by default. */
export function keyOption(role: Role, description: string, flags = '--key <key>'): Option {
  const key = SANDBOX_API_KEYS.find((each) => each.role === role)?.key ?? '';
  return new Option(flags, description).default(key);
}
