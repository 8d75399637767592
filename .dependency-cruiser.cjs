/**
 * The directions of the house (ARCHITECTURE.md), checked by `npm run verify`:
 *
 *   app → components → (the pure, shared part of) lib          lib never looks back
 *   blocks ← workflows/{schema,graph} ← engine ← runs → logs, webhooks
 *
 * A pure file can be read, tested and run in the browser with nothing else around it.
 */

/** Rooms that are pure as a whole, and the pure files of the other rooms. */
const PURE_ROOMS = '^lib/(blocks|engine)/';
const PURE_FILES = [
  '^lib/[^/]+/(schema|endpoints)[.]ts$',
  '^lib/workflows/(graph|trigger|check-structure|check-workflow)[.]ts$',
  '^lib/http/(endpoint|problem|openapi|query-params)[.]ts$',
  '^lib/limits/(plans|holder-limits)[.]ts$',
  '^lib/logs/cursor[.]ts$',
  '^lib/webhooks/(signature|retry-schedule|receiver-code|secret-strength)[.]ts$',
];

/**
 * All of lib that a component may see: shapes, endpoints, block definitions, the graph, references, the
 * client.
 */
const FOR_COMPONENTS = [
  '^lib/[^/]+/(schema|endpoints)[.]ts$',
  '^lib/blocks/(definitions|block|auth|body|rows|shortened-value|value-shape|written-pair|read-config|move-secret)[.]ts$',
  '^lib/blocks/[^/]+/definition[.]ts$',
  '^lib/workflows/(graph|trigger|check-workflow)[.]ts$',
  '^lib/engine/(references/|trace-span[.]ts$)',
  '^lib/webhooks/(retry-schedule|receiver-code|secret-strength)[.]ts$',
  '^lib/http/client[.]ts$',
  '^lib/(exact-number|json-text)[.]ts$',
  '^lib/auth/(actor|safe-path)[.]ts$',
  '^lib/limits/plans[.]ts$',
];

/** The files of lib that speak Next's language. */
const KNOWS_NEXT = ['^lib/http/serve-next[.]ts$', '^lib/auth/(session|next-auth)[^/]*[.]ts$', '^lib/server/'];

const TESTS = '[.](test|spec|bench)[.][cm]?tsx?$';
const FRAMEWORK = '^node_modules/(next|next-auth|react|react-dom)/';
const DATABASE = ['^node_modules/(@prisma|prisma|pg)/', '^lib/generated/', '^lib/db([.]ts$|/)'];

module.exports = {
  forbidden: [
    {
      name: 'lib-never-looks-back',
      comment: 'The product works without its pages: lib imports neither app nor components.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components|e2e|bench)/' },
    },
    {
      name: 'components-never-import-app',
      comment: 'Routes compose components, not the other way round.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^app/' },
    },
    {
      name: 'components-see-only-the-shared-part-of-lib',
      comment:
        'What runs in the browser may know shapes, endpoints and pure rules; verbs stay behind the API.',
      severity: 'error',
      from: { path: '^components/', pathNot: TESTS },
      to: { path: '^lib/', pathNot: FOR_COMPONENTS },
    },
    {
      name: 'pure-files-stay-pure',
      comment:
        'Blocks, engine and shapes get clock, fetch and journal as arguments; they know no framework, database or env.',
      severity: 'error',
      from: { path: [PURE_ROOMS, ...PURE_FILES], pathNot: TESTS },
      to: { path: [FRAMEWORK, ...DATABASE, '^lib/env[.]ts$'] },
    },
    {
      name: 'blocks-stand-alone',
      comment: 'A block knows no workflow, no engine and no run; those know blocks.',
      severity: 'error',
      from: { path: '^lib/blocks/', pathNot: TESTS },
      to: {
        path: '^lib/(workflows|engine|runs|logs|webhooks)/',
        pathNot: '^lib/engine/(ports|references/.*)[.]ts$',
      },
    },
    {
      name: 'graph-knows-no-engine',
      comment: 'The document and its graph come before whatever runs them.',
      severity: 'error',
      from: { path: '^lib/workflows/(schema|graph)[.]ts$' },
      to: { path: '^lib/(engine|runs|logs|webhooks)/', pathNot: '^lib/engine/references/' },
    },
    {
      name: 'engine-knows-no-runs',
      comment: 'The engine is pure; runs join it to the database.',
      severity: 'error',
      from: { path: '^lib/engine/', pathNot: TESTS },
      to: { path: '^lib/(runs|logs|webhooks|auth|workspaces|api-keys|limits|server|worker|cli)/' },
    },
    {
      name: 'next-has-few-doors',
      comment:
        'Inside lib only serve-next, the session and the server know Next, so that a verb can be called from anywhere.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...KNOWS_NEXT, TESTS] },
      to: { path: '^node_modules/(next|next-auth)/' },
    },
    {
      name: 'one-way-out',
      comment: 'Only outbound-http speaks to the internet: the address guard sits there.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: ['^lib/outbound-http/', TESTS] },
      to: { path: '^node_modules/undici/' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'code-never-imports-tests',
      comment: 'What only tests need lives beside the tests.',
      severity: 'error',
      from: { path: '^(app|components|lib|scripts)/', pathNot: TESTS },
      to: { path: [TESTS, '^e2e/'] },
    },
    {
      name: 'no-barrels',
      comment:
        'An index file hides where things live and drags in what is not needed: import the file itself.',
      severity: 'error',
      from: {},
      to: { path: '/index[.](ts|tsx|mjs)$', pathNot: 'node_modules/' },
    },
    {
      name: 'imports-resolve',
      comment: 'An import that leads nowhere would slip past every rule above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'product-needs-no-dev-packages',
      comment: 'What runs must be a dependency, not a development one.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '^lib/generated/'] },
    // Programs over generated clients are compiled by their test, once there is something to import.
    exclude: { path: ['^[.]next/', '^lib/http/testing/clients/(openapi-fetch|hey-api)[.]ts$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
