/** Tests clients that break a rule by mistake: they are served, and the gateway forwards what they meant. */
import { balance, deduct, KEYS, methodCallBody, send, type Bench } from '../../support/channels/index.js';
import { openRaw, rawRequest } from '../../life/raw-http.js';
import { approving } from '../../support/wallet/index.js';

export function carelessClientsContract(bench: () => Bench): void {
  const lastSent = (): Record<string, unknown> =>
    bench().wallet.calls.at(-1)!.envelope()['request'] as Record<string, unknown>;

  const CODE = /<name>resultCode<\/name><value><int>(-?\d+)<\/int>/;

  async function call(body: Buffer | string, type = 'text/xml'): Promise<number> {
    const reply = await send(`${bench().url}/RPC2`, { headers: { 'Content-Type': type }, body });
    return Number(CODE.exec(reply.bytes.toString('latin1'))?.[1]);
  }

  it('npm davexmlrpc: a call without Content-Type on /RPC2', async () => {
    const connection = await openRaw(bench().url);
    connection.write(rawRequest({ line: 'POST /RPC2 HTTP/1.1', body: methodCallBody(balance()) }));
    const { status, text } = await connection.response();
    connection.destroy();
    expect([status, CODE.exec(text)?.[1]]).toEqual([200, '1']);
  });

  it('Apache XML-RPC: an emoji as two references', async () => {
    const body = methodCallBody(deduct({ narrative: 'CAFE 😀' })).replace('😀', '&#55357;&#56832;');
    expect(await call(body)).toBe(1);
    expect(lastSent()['narrative']).toBe('CAFE 😀');
  });

  describe('raw UTF-8 under the label ISO-8859-1', () => {
    const labelled = (body: string): Buffer =>
      Buffer.from(body.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="iso-8859-1"?>'));

    it('with a checksum over its bytes', async () => {
      expect(await call(labelled(methodCallBody(deduct({ narrative: 'Señor Müller' }))))).toBe(1);
      expect(lastSent()['narrative']).toBe('Señor Müller');
    });

    it('with a checksum over what the label makes of them', async () => {
      const sent = deduct({ narrative: 'Café' });
      const believed = methodCallBody({ ...sent, fields: { ...sent.fields, narrative: 'CafÃ©' } });
      expect(await call(labelled(believed.replace('CafÃ©', 'Café')))).toBe(1);
      expect(lastSent()['narrative']).toBe('Café');
    });

    it('with a checksum over something else is refused', async () => {
      const body = methodCallBody(deduct({ narrative: 'Café' })).replace('Café', 'Cafè');
      expect(await call(labelled(body))).toBe(-8);
    });
  });

  it('Tcl and xmlrpc-c: an answer is ASCII, and has no character beyond U+FFFF in its strings', async () => {
    bench().wallet.behave(approving({ balanceAmount: 1, resultText: 'Déjà 😀 €' }));
    const reply = await send(`${bench().url}/RPC2`, {
      headers: { 'Content-Type': 'text/xml' },
      body: methodCallBody(balance()),
    });
    expect(reply.bytes.every((byte) => byte < 0x80)).toBe(true);
    expect(reply.bytes.toString('latin1')).toContain('<string>D&#233;j&#224; ? &#8364;</string>');
    // Other interfaces keep the complete text.
    const json = await send(`${bench().url}/v1/proxy`, {
      headers: { 'Content-Type': 'text/xml' },
      body: methodCallBody(balance()),
    });
    expect(json.bytes.toString('utf8')).toContain('Déjà 😀 €');
  });

  describe('nil for a text that is not there', () => {
    it.each(['<nil/>', '<n:nil xmlns:n="http://ws.apache.org/xmlrpc/namespaces/extensions"/>'])(
      '%s is the empty text',
      async (nil) => {
        const sent = deduct({ narrative: 'CAFE', transaction_data: '' });
        const body = methodCallBody(sent);
        expect(body.match(/<value><string><\/string><\/value>/g)).toHaveLength(1);
        expect(await call(body.replace('<string></string>', nil))).toBe(1);
        expect(lastSent()['transaction_data']).toEqual({});
      },
    );

    it('also in a document that is not UTF-8', async () => {
      const body = methodCallBody(deduct({ narrative: 'Café', transaction_data: '' }))
        .replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="windows-1252"?>')
        .replace('<string></string>', '<nil/>');
      expect(await call(Buffer.from(body, 'latin1'))).toBe(1);
      expect(lastSent()['narrative']).toBe('Café');
    });

    it('and is no amount, date or wallet', async () => {
      const body = methodCallBody(deduct());
      for (const name of ['reference', 'request_amount', 'transaction_date']) {
        const before = bench().wallet.calls.length;
        const value = String(deduct().fields[name]);
        const reply = await send(`${bench().url}/RPC2`, {
          headers: { 'Content-Type': 'text/xml' },
          body: body.replace(new RegExp(`<(\\w+(?:\\.\\w+)?)>${value}</\\1>`), '<nil/>'),
        });
        expect(reply.bytes.toString()).toContain('<int>-32602</int>');
        expect(reply.bytes.toString()).toContain(name);
        expect(bench().wallet.calls.length).toBe(before);
      }
    });
  });

  describe('GraphQL by GET', () => {
    const ask = async (
      query: string,
      headers: Record<string, string>,
    ): Promise<{ status: number; text: string }> => {
      const url = `${bench().url}/graphql?query=${encodeURIComponent(query)}`;
      const { status, bytes } = await send(url, { method: 'GET', headers });
      return { status, text: bytes.toString('utf8') };
    };
    const key = { Authorization: `Bearer ${KEYS.client}` };

    it('with a key is a query like any other', async () => {
      expect(await ask('{ __typename }', key)).toEqual({
        status: 200,
        text: '{"data":{"__typename":"Query"}}\n',
      });
    });

    it('changes nothing, with or without a key', async () => {
      const before = bench().wallet.calls.length;
      const mutation = 'mutation { generateProvisioningSecret(cardId: 5001) { secret } }';
      const { status, text } = await ask(mutation, key);
      expect([status, text.includes('"data"')]).toEqual([405, false]);
      expect((await ask(mutation, {})).status).toBeGreaterThanOrEqual(400);
      expect(bench().wallet.calls.length).toBe(before);
    });
  });
}
