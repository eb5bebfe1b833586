// Runs a TypeScript file of the benchmark, or another one of the project, as it stands: node bench/run.cjs FILE.ts ARGUMENTS…
const { transformSync } = require('@swc/core');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { resolve } = require('node:path');

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const isOurs = request.startsWith('.') && request.endsWith('.js') && parent?.filename.endsWith('.ts');
  return resolveFilename.call(this, isOurs ? request.replace(/\.js$/, '.ts') : request, parent, ...rest);
};
require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
require(resolve(process.argv[2]));
