// Who may import whom. Each rule is named by the sentence it enforces; its comment says what to do instead.
//
//   core < usecase < { downstream, provisioning, store, outbox, graphql } < compat < http < app < main, cli
//
// test/tidy/import-rules.test.ts plants a violation of every rule.

/** Each third-party package is known to one part of the program, so that replacing it, or its next major version, costs one folder. */
const owners = [
  { packages: ['axios'], parts: ['outbox/webhook', 'cli', 'sandbox'] },
  { packages: ['better-sqlite3'], parts: ['store', 'sandbox'] },
  { packages: ['kysely', 'pg'], parts: ['store'] },
  { packages: ['commander'], parts: ['cli', 'main'] },
  { packages: ['csv-parse'], parts: ['cli/wallets-import'] },
  { packages: ['undici'], parts: ['downstream'] },
  { packages: ['express'], parts: ['http'] },
  {
    packages: ['@graphql-typed-document-node/core'],
    parts: ['graphql', 'generated', 'compat', 'cli', 'client'],
  },
  { packages: ['graphql'], parts: ['graphql', 'generated', 'wiring', 'cli', 'client'] },
  {
    packages: ['@apollo/server', 'graphql-scalars', 'type-graphql'],
    parts: ['graphql'],
  },
  { packages: ['graphql-ws', 'ws'], parts: ['graphql', 'client'] },
  { packages: ['reflect-metadata'], parts: ['graphql', 'main'] },
  { packages: ['ipaddr.js'], parts: ['http', 'outbox', 'config'] },
  { packages: ['graphql-sse'], parts: ['graphql'] },
  { packages: ['otplib'], parts: ['provisioning'] },
  { packages: ['pino'], parts: ['log', 'main'] },
  {
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
    parts: ['tracing'],
  },
  { packages: ['prom-client'], parts: ['metrics'] },
  { packages: ['saxes', 'xmlrpc'], parts: ['compat/xmlrpc', 'cli'] },
  { packages: ['yaml'], parts: ['config'] },
  { packages: ['zod'], parts: ['config', 'settings', 'compat'] },
];

const adapters = 'downstream|provisioning|store|outbox|graphql';
/** What puts the parts together: app.ts, and what it is too small to hold. */
const composition = 'app|wiring';
/** Files that hold nothing but types: what a door may know of the use cases. */
const typesOfUseCases = '^src/usecase/(ports|transactions/call|.*-port)[.]ts$';

/** A part of src: a folder, or a file of that name. */
const part = (names) => `^src/(${names})(/|[.-][a-z0-9.-]*ts$)`;
const nodeModule = (names) => `^(node:)?(${names})$`;
/** A package's own folder, or its bare name where it is not installed. */
const packageFolder = (names) => `(^|node_modules/)(@types/)?(${names.map(escape).join('|')})(/|$)`;
const escape = (text) => text.replace(/[.]/g, '\\.');

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const inside = [
  rule(
    'core imports only core and errors',
    'Core is pure: pass the value in, or move the code that needs the outside into a use case. Of Node, it has hashing and bytes.',
    { path: part('core') },
    { pathNot: [part('core|errors'), nodeModule('buffer|crypto|util')] },
  ),
  rule(
    'errors imports nothing',
    'Everything imports errors: put what it would need into core, and the conversion there too.',
    { path: part('errors') },
    {},
  ),
  rule(
    'use cases import only core, errors and use cases',
    'State what is needed as a port in usecase/ports.ts; an adapter implements it and app.ts hands it in.',
    { path: part('usecase') },
    { pathNot: part('core|errors|usecase') },
  ),
  rule(
    'adapters never import each other',
    'They meet in app.ts: state what is needed as a port in usecase/ports.ts, and let app.ts hand it in.',
    { path: part(adapters) },
    { path: part(adapters), pathNot: '^src/$1[/.-]' },
  ),
  rule(
    'adapters import nothing above them',
    'Take it as an argument; app.ts knows both.',
    { path: part(adapters), pathNot: part('downstream/answer') },
    { path: part(`compat|http|sandbox|${composition}|cli|main`) },
  ),
  rule(
    'downstream/answer imports only compat/xmlrpc from above it, to read the methodResponse in an answer',
    'The one exception to the rule above. Whatever else is needed is taken as an argument.',
    { path: part('downstream/answer') },
    { path: part(`compat|http|sandbox|${composition}|cli|main`), pathNot: part('compat/xmlrpc') },
  ),
  rule(
    'config, settings, log and metrics are handed in',
    'Import their types only, and take the values as arguments from app.ts.',
    { path: part(`${adapters}|compat`) },
    { path: part('config|settings|log|metrics') },
  ),
];

const outside = [
  rule(
    'compat calls resolvers and knows no other part of graphql',
    'An adapter translates: call a method of the resolvers that it is given. Their types, and that of the context, are what it may know.',
    { path: part('compat') },
    { path: part('graphql'), pathNot: '^src/graphql/(context|resolvers|.*[.](resolver|type))[.]ts$' },
  ),
  rule(
    'compat reaches use cases only through resolvers',
    'Call a resolver, so that validation, roles and idempotency cannot differ between interfaces. The ports and the call are types.',
    { path: part('compat') },
    { path: part('usecase'), pathNot: typesOfUseCases },
  ),
  rule(
    'compat imports no adapter and nothing above it',
    'Call a resolver, or take a function as an argument from app.ts.',
    { path: part('compat') },
    { path: part(`downstream|provisioning|store|outbox|http|sandbox|${composition}|cli|main`) },
  ),
  rule(
    'http imports no other adapter and nothing above it',
    'A door parses, calls what it was given and answers: take the function as an argument from app.ts.',
    { path: part('http') },
    { path: part(`downstream|provisioning|store|outbox|sandbox|${composition}|cli|main`) },
  ),
  rule(
    'only app, cli and main import the sandbox',
    'The sandbox is a stand-in for the outside world: production code reaches it over the network or not at all.',
    { path: '^src/', pathNot: part(`sandbox|${composition}|cli|main`) },
    { path: part('sandbox') },
  ),
  rule(
    'nothing imports app but cli and main',
    'Take what you need of it as an argument.',
    { path: '^src/', pathNot: part(`${composition}|cli|main`) },
    { path: part(composition) },
  ),
  rule(
    'nothing imports cli but main, and nothing imports main',
    'Move what you need into the part that owns it; the command line is a way in.',
    { path: '^src/', pathNot: part('cli|main') },
    { path: part('cli|main') },
  ),
  rule(
    'cli does not import main',
    'The process entry starts the command line: take what comes from the process as an argument.',
    { path: part('cli') },
    { path: part('main') },
  ),
  rule(
    'client imports only core and generated code',
    'It is published for other programs: whatever else it needs, it brings itself.',
    { path: part('client') },
    { path: '^src/', pathNot: part('client|core|generated') },
  ),
  rule(
    'generated code imports no code of ours',
    'Change codegen.yml: generated files hold types and documents.',
    { path: part('generated') },
    { path: '^src/', pathNot: part('generated') },
  ),
];

const everywhere = [
  rule(
    'imports form no cycle, types included',
    'Move what both need into a third file below them. Cycles of types break the decorators of type-graphql.',
    {},
    { circular: true },
  ),
  rule(
    'src imports only src and packages',
    'The program is shipped without these folders: move what it needs into src.',
    { path: '^src/' },
    { path: '^(test|bench|console|scripts|deploy|docs)/' },
  ),
  rule(
    'every import can be resolved',
    'Install the package (package.json), or mend the path: local imports end in .js.',
    {},
    { couldNotResolve: true },
  ),
  rule(
    'src imports packages that are shipped with it',
    'Move the package from devDependencies to dependencies. A package of types only is named here.',
    { path: '^src/' },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      pathNot: packageFolder(['@graphql-typed-document-node/core']),
    },
  ),
  rule(
    'every package has an owner',
    'Name the part that owns the package in .dependency-cruiser.cjs.',
    { path: '^src/' },
    { path: '^node_modules/', pathNot: packageFolder(owners.flatMap(({ packages }) => packages)) },
  ),
];

const ownership = owners.map(({ packages, parts }) =>
  rule(
    `only ${parts.join(', ')} may import ${packages.join(', ')}`,
    'Ask the owner: take a function or a port as an argument, in words of ours and not of the package.',
    { path: '^src/', pathNot: part(parts.join('|')) },
    { path: packageFolder(packages) },
  ),
);

module.exports = {
  forbidden: [...inside, ...outside, ...everywhere, ...ownership],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'require', 'default', 'import', 'types'],
      mainFields: ['main', 'types', 'typings'],
    },
  },
};
