// Status 0 when the gateway of this container is ready. For HEALTHCHECK: the image has no curl.
import http from 'node:http';
import https from 'node:https';

const { CARDWAY_PORT = '4000', CARDWAY_TLS_CERT } = process.env;
const { CARDWAY_METRICS_PORT, CARDWAY_METRICS_HOST = '127.0.0.1' } = process.env;
// The port of health and metrics has no TLS. The other one may ask callers for a certificate, and this caller has none.
const metricsHost = CARDWAY_METRICS_HOST.includes(':') ? `[${CARDWAY_METRICS_HOST}]` : CARDWAY_METRICS_HOST;
const [client, url] =
  CARDWAY_METRICS_PORT !== undefined
    ? [http, `http://${metricsHost}:${CARDWAY_METRICS_PORT}`]
    : CARDWAY_TLS_CERT !== undefined
      ? [https, `https://127.0.0.1:${CARDWAY_PORT}`]
      : [http, `http://127.0.0.1:${CARDWAY_PORT}`];
// To itself: whose certificate it is does not matter. An agent of its own uses no proxy of the environment.
// The sandbox answers no other host.
const headers = { Host: 'localhost' };
const options = { timeout: 2000, rejectUnauthorized: false, agent: false, headers };

client
  .get(`${url}/health/ready`, options, (response) => {
    response.resume();
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  })
  .on('timeout', function giveUp() {
    this.destroy(new Error('no answer'));
  })
  .on('error', () => {
    process.exitCode = 1;
  });
