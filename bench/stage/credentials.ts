/** Credentials of the benchmark's own directory. None is secret, and the gateway itself reads none. */
export const PROGRAMME = 'bench';
export const TERMINAL_ID = '0068766621';
export const TERMINAL_PASSWORD = '1234567890';
export const CLIENT_KEY = 'cardway_bench_client';
export const INTEGRATOR_KEY = 'cardway_bench_integrator';
export const NETWORK_KEY = 'cardway_bench_network';
export const SIGNING_KEY = 'bench-signing-key';
