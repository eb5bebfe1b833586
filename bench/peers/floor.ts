// The floor: what Node itself costs for this work. Parses, signs, forwards, normalises.
//
// Does not: check fields, keys or checksums, look anything up, save, log, count, limit, time out or recognise a repeated call.
import { exchange, normalise, send, serve } from './plain.js';
import { envelopeOf } from './positional.js';
import { writeMethodResponse } from './xml.js';

serve(async (request, response, body) => {
  if (request.url === '/RPC2') {
    const { response: fields } = normalise(await exchange(JSON.stringify(envelopeOf(body.toString()))));
    return send(response, 'text/xml', writeMethodResponse(fields));
  }
  const answer = normalise(await exchange(JSON.stringify(JSON.parse(body.toString()))));
  send(response, 'application/json', JSON.stringify(answer));
});
