// Who may import whom. Each rule is named by the sentence it enforces; its comment says what to do instead.
//
//   platform/errors, platform/clock < core < use-cases < { store, outbound, graphql, platform } < adapters < http < app < cli, main

/** Each third-party package is known to one part of the program, so that replacing it, or its next major version, costs one folder. */
const owners = [
  { packages: ['axios'], parts: ['outbound/webhooks', 'cli', 'sandbox'] },
  { packages: ['better-sqlite3'], parts: ['store', 'sandbox'] },
  { packages: ['kysely', 'pg'], parts: ['store'] },
  { packages: ['commander'], parts: ['cli'] },
  { packages: ['@clack/prompts'], parts: ['cli/prompts'] },
  { packages: ['fast-string-width'], parts: ['cli/table'] },
  { packages: ['csv-parse'], parts: ['cli/directory', 'cli/transactions'] },
  { packages: ['openid-client'], parts: ['outbound/identity-provider'] },
  { packages: ['undici'], parts: ['outbound/downstream'] },
  { packages: ['express'], parts: ['http'] },
  { packages: ['@graphql-typed-document-node/core'], parts: ['generated', 'client'] },
  { packages: ['graphql'], parts: ['graphql', 'app', 'cli', 'client'] },
  {
    packages: ['@apollo/server', '@apollo/utils.keyvaluecache', 'graphql-scalars', 'type-graphql'],
    parts: ['graphql'],
  },
  { packages: ['graphql-ws'], parts: ['graphql', 'client'] },
  { packages: ['ws'], parts: ['graphql', 'cli/events'] },
  { packages: ['reflect-metadata'], parts: ['graphql', 'cli/process'] },
  { packages: ['ipaddr.js'], parts: ['core/access/network', 'http', 'outbound/webhooks'] },
  { packages: ['graphql-sse'], parts: ['graphql'] },
  { packages: ['otplib'], parts: ['platform/one-time-password'] },
  {
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
    parts: ['app/tracing'],
  },
  { packages: ['prom-client'], parts: ['platform/metrics'] },
  { packages: ['xmlrpc'], parts: ['adapters/xmlrpc', 'cli/transactions'] },
  { packages: ['yaml'], parts: ['platform/config'] },
  { packages: ['zod'], parts: ['platform/config', 'platform/settings', 'adapters'] },
];

/** The rooms that meet in app/ only. */
const apart = 'store|outbound|graphql';
/** What every room may use of the platform. */
const base = 'platform/errors|platform/clock|platform/background';
/** Files that hold types for use cases and those who implement them. */
const ports = '^src/use-cases/(ports|paging|transactions/call/call|.*-port)[.]ts$';

/** A part of src: a folder, or a file of that name. */
const part = (names) => `^src/(${names})(/|[.-][a-z0-9.-]*ts$)`;
const nodeModule = (names) => `^(node:)?(${names})$`;
/** A package's own folder, or its bare name where it is not installed. */
const packageFolder = (names) => `(^|node_modules/)(@types/)?(${names.map(escape).join('|')})(/|$)`;
const escape = (text) => text.replace(/[.]/g, '\\.');

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const inside = [
  rule(
    'core imports only core, errors and the clock',
    'Core is pure: pass the value in, or move the code that needs the outside into a use case. Of Node, it has hashing, bytes and lists of addresses.',
    { path: part('core') },
    {
      pathNot: [
        part('core|platform/errors|platform/clock'),
        nodeModule('buffer|crypto|net|util'),
        packageFolder(['ipaddr.js']),
      ],
    },
  ),
  rule(
    'errors and the clock import nothing, but that errors show no card number',
    'Everything imports them: put what they would need into core, and the conversion there too.',
    { path: part('platform/errors|platform/clock') },
    { pathNot: part('core/wire/card-numbers') },
  ),
  rule(
    'use cases import only core, use cases, errors, the clock and background work',
    'State what is needed as a port beside the use case; an adapter implements it and app/ hands it in.',
    { path: part('use-cases') },
    { pathNot: part(`core|use-cases|${base}`) },
  ),
  rule(
    'the platform imports only core and ports',
    'It is configuration, log, metrics and clocks: what knows more of the program belongs into app/.',
    { path: part('platform') },
    { path: '^src/', pathNot: [part('platform|core'), ports, '^src/use-cases/provisioning/'] },
  ),
  rule(
    'store, outbound and graphql never import each other',
    'They meet in app/: state what is needed as a port beside the use case, and let app/ hand it in.',
    { path: part(apart) },
    { path: part(apart), pathNot: '^src/$1[/.-]' },
  ),
  rule(
    'store, outbound and graphql import nothing above them',
    'Take it as an argument; app/ knows both.',
    { path: part(apart), pathNot: part('outbound/downstream/answer') },
    { path: part('adapters|http|sandbox|app|cli|main') },
  ),
  rule(
    'outbound/downstream/answer imports only the readers of calls from above it, to read an answer',
    'The one exception to the rule above. Whatever else is needed is taken as an argument.',
    { path: part('outbound/downstream/answer') },
    {
      path: part('adapters|http|sandbox|app|cli|main'),
      pathNot: part('adapters/xmlrpc|adapters/json/reader'),
    },
  ),
  rule(
    'configuration, log and metrics are handed in',
    'Import their types only where a room must name them, and take the values as arguments from app/.',
    { path: part(`${apart}|adapters`) },
    { path: part('platform/config|platform/settings|platform/log|platform/metrics') },
  ),
];

const outside = [
  rule(
    'adapters call resolvers and know no other part of graphql',
    'An adapter translates: call a method of the resolvers that it is given. Their types, and that of the context, are what it may know.',
    { path: part('adapters') },
    {
      path: part('graphql'),
      pathNot: '^src/graphql/(context|resolvers|provisioning/secret|.*[.](resolver|type))[.]ts$',
    },
  ),
  rule(
    'adapters reach use cases only through resolvers',
    'Call a resolver, so that validation, roles and idempotency cannot differ between interfaces. The ports and the call are types.',
    { path: part('adapters') },
    { path: part('use-cases'), pathNot: ports },
  ),
  rule(
    'adapters import nothing that they are given, and nothing above them',
    'Call a resolver, or take a function as an argument from app/.',
    { path: part('adapters') },
    { path: part('store|outbound|http|sandbox|app|cli|main') },
  ),
  rule(
    'http imports nothing that it is given, and nothing above it',
    'A route parses, calls what it was given and answers: take the function as an argument from app/.',
    { path: part('http') },
    { path: part('store|outbound|sandbox|app|cli|main') },
  ),
  rule(
    'only app and cli import the sandbox',
    'The sandbox is a stand-in for the outside world: production code reaches it over the network or not at all.',
    { path: '^src/', pathNot: part('sandbox|app|cli') },
    { path: part('sandbox') },
  ),
  rule(
    'nothing imports app but cli',
    'Take what you need of it as an argument.',
    { path: '^src/', pathNot: part('app|cli') },
    { path: part('app') },
  ),
  rule(
    'nothing imports cli, and nothing imports main',
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
    'client imports only core',
    'It is published for other programs: whatever else it needs, it brings itself.',
    { path: part('client') },
    { path: '^src/', pathNot: part('client|core') },
  ),
  rule(
    'generated code imports no code of ours',
    'Change codegen.yml: generated files hold types and documents.',
    { path: '^src/generated/' },
    { path: '^src/' },
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
