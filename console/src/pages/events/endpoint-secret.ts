import type { Secret } from '../../gateway/secrets.js';

/** Returns the new secret of an endpoint, as its dialog shows it. */
export function endpointSecret(text: string): Secret {
  return {
    title: 'The endpoint’s secret',
    use: 'Receivers verify signatures with it. It is shown this once.',
    label: 'Secret',
    text,
  };
}
