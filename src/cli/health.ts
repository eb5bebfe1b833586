import axios from 'axios';
import { Command } from 'commander';
import { Agent } from 'node:https';
import { printText } from './print.js';
import { CliError, type Shell } from './shell.js';
import { DIRECT } from './transactions/send-channels.js';
import { type ConfiguredOptions, loadConfig, ofConfiguration } from './with-store.js';

/** Returns `cardway health`, for the health check of a container: it reads the settings of `serve`. */
export function healthCommand(shell: Shell): Command {
  return ofConfiguration(new Command('health'))
    .description('Asks the gateway of this machine whether it is ready. Exit status 0 if it is, else 1.')
    .action(async (options: ConfiguredOptions) => {
      const { tls, metrics, ...main } = loadConfig(shell, { ...options, isOffline: true }).settings;
      // The port of health and metrics has no TLS. The other one may ask for a certificate, and this caller has none.
      const { host, port = main.port } = metrics.port === undefined ? main : metrics;
      const scheme = metrics.port === undefined && tls.cert !== undefined ? 'https' : 'http';
      const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}/health/ready`;
      // To itself: whose certificate it is does not matter. The sandbox answers no host but loopback.
      const self = { httpsAgent: new Agent({ rejectUnauthorized: false }), headers: { Host: 'localhost' } };
      const asked = axios.get<unknown>(url, { ...DIRECT, ...self, timeout: 2000 });
      const reply = await asked.catch(() => ({ status: 'no answer', data: null }));
      if (reply.status !== 200) throw new CliError(`${url} is not ready (${String(reply.status)}).`);
      printText(shell, options, reply.data, 'The gateway is ready.\n');
    });
}
