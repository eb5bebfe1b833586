// Status 0 when the gateway of this container is ready. For HEALTHCHECK: the image has no curl.
import http from 'node:http';
import https from 'node:https';

const { CARDWAY_PORT = '4000', CARDWAY_TLS_CERT } = process.env;
const [client, scheme] = CARDWAY_TLS_CERT === undefined ? [http, 'http'] : [https, 'https'];
// To itself: whose certificate it is does not matter.
const options = { timeout: 2000, rejectUnauthorized: false };

client
  .get(`${scheme}://127.0.0.1:${CARDWAY_PORT}/health/ready`, options, (response) => {
    response.resume();
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  })
  .on('timeout', function giveUp() {
    this.destroy(new Error('no answer'));
  })
  .on('error', () => {
    process.exitCode = 1;
  });
