/** Credentials of the benchmark's own directory. None is secret, and the gateway itself reads none. */
export const PROGRAMME = 'bench';
export const TERMINAL_ID = '0068766621';
export const TERMINAL_PASSWORD = '1234567890';
export const CLIENT_KEY = 'cardway_bench_client';
export const INTEGRATOR_KEY = 'cardway_bench_integrator';
export const NETWORK_KEY = 'cardway_bench_network';
export const OPERATOR_KEY = 'cardway_bench_operator';
export const SIGNING_KEY = 'bench-signing-key';
/** Shared key of the provisioning secrets. */
export const SHARED_KEY_ID = '001';
export const SHARED_KEY = Buffer.from('12345678901234567890123456789012');
