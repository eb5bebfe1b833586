import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from '../judge/median.js';
import type { ClientCertificate } from '../load/job.js';
import { interleave } from '../measure/interleave.js';
import { OPERATOR_KEY } from '../stage/credentials.js';
import type { Program } from '../stage/program.js';
import type { Finding, Scenario, Subject } from './scenario.js';
import { costsOf } from './throughput.js';

/** Cost of what people and certificates add to a gateway that takes calls over JSON. */
export const access: Scenario = {
  name: 'access',
  about:
    'a call beside a console session, approvals and a growing chain of the audit log; client certificates over TLS',
  async run(stage, effort) {
    const certificate = makeCertificate(stage.folder);
    const tls = { CARDWAY_TLS_CERT: certificate.cert, CARDWAY_TLS_KEY: certificate.key };
    const pairs = [
      {
        what: 'people',
        plain: await stage.startGateway({ name: 'gateway' }),
        other: await stage.startGateway({ name: 'gateway-people', env: { CARDWAY_APPROVALS: 'true' } }),
      },
      {
        what: 'client certificates',
        plain: await stage.startGateway({ name: 'gateway-tls', env: tls }),
        other: await stage.startGateway({
          name: 'gateway-mtls',
          env: {
            ...tls,
            CARDWAY_TLS_CLIENT_CA: certificate.cert,
          },
        }),
      },
    ];
    const subjects: Subject[] = [];
    const findings: Finding[] = [];
    for (const { what, plain, other } of pairs) {
      const people = what === 'people' ? await startPeople(other) : null;
      const options = { kind: 'json', effort, certificate: pemOf(certificate) } as const;
      const [base, more] = await interleave(stage, [plain, other], options);
      people?.stop();
      if (base === undefined || more === undefined) throw new Error('A subject is missing.');
      subjects.push(base, more);
      findings.push(costOf(what, base, more));
      await Promise.all([plain.stop(), other.stop()]);
    }
    return { subjects, ceilingPerSecond: null, findings };
  },
};

/** CPU of a call with it, as a ratio to that without it. */
function costOf(what: string, base: Subject, more: Subject): Finding {
  const ratios = costsOf(more).map((cost, index) => cost / (costsOf(base)[index] ?? NaN));
  return {
    target: null,
    what: `${what}: CPU a call / without`,
    measured: median(ratios),
    unit: 'ratio',
    wanted: { atMost: 1.03 },
    spread: spread(ratios),
  };
}

const WORK_EVERY_MS = 200;
/** Each fifth piece of work is a change, so that the chain of the audit log grows by one entry a second. */
const CHANGE_EVERY = 5;

/** Signs in, and reads and changes something as a person would who works without a break. */
async function startPeople({ url }: Program): Promise<{ stop(): void }> {
  const signIn = { method: 'POST', headers: { Authorization: `Bearer ${OPERATOR_KEY}`, Origin: url } };
  const cookie = (await fetch(`${url}/console/session`, signIn)).headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error('Nobody could sign in.');
  const ask = async (query: string): Promise<void> => {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie, Origin: url };
    const reply = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const text = await reply.text();
    if (text.includes('"errors"')) throw new Error(text);
  };
  let count = 0;
  const work = async (): Promise<void> => {
    count += 1;
    const name = `bench-${String(count)}`;
    if (count % CHANGE_EVERY === 0)
      await ask(`mutation { putProgramme(input: { programme: "${name}" }) { programme { id } } }`);
    else
      await ask(
        '{ operatorSession { role } transactions(first: 20) { edges { node { requestId state } } } }',
      );
  };
  await work();
  const timer = setInterval(() => void work(), WORK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Makes a certificate that is authority, server and client at once. */
function makeCertificate(folder: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const { status, stderr } = spawnSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return { cert, key };
}

function pemOf({ cert, key }: { readonly cert: string; readonly key: string }): ClientCertificate {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
