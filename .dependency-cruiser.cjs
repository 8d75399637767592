/**
 * The directions of the house (ARCHITECTURE.md), checked by `npm run verify`:
 *
 *   app → components → (the shared part of) lib                            lib never looks back
 *   server, worker, cli → services → core → contracts of platform
 *
 * Within a floor any order will do that has no circle: no two folders need each other, at any depth and
 * however long the way round (scripts/lint/room-circles.mjs).
 */

/** A room's shapes and endpoints, in more than one file where one would be too long. */
const SHAPES_OF_SERVICES =
  '^lib/services/[^/]+/(schema|endpoints|group-schema|header-schema|wait-schema|wait-endpoints)[.]ts$';

/** The pure files of rooms that are not pure as a whole. */
const PURE_FILES = [
  SHAPES_OF_SERVICES,
  '^lib/platform/text/',
  '^lib/services/openapi/',
  '^lib/services/budgets/budget-words[.]ts$',
  '^lib/platform/outbound-http/(methods|rate-limit)[.]ts$',
  '^lib/platform/http/(answer-schemas|endpoint|problem|query-params)[.]ts$',
  '^lib/services/connections/presets/',
  '^lib/services/limits/(plans|holder-limits)[.]ts$',
  '^lib/services/logs/(cursor|log-filters|logs-request)[.]ts$',
  '^lib/services/log-views/logs-page-query[.]ts$',
  '^lib/services/outgoing-webhooks/(signature|retry-schedule|receiver-code|secret-strength)[.]ts$',
  '^lib/services/incoming-webhooks/(verify-request|example-command)[.]ts$',
];

/** What core may know of the outside: the shapes it is given things in, and pure rules about them. */
const CONTRACTS = [
  '^lib/platform/text/',
  '^lib/platform/(grouped-by|read-url)[.]ts$',
  '^lib/platform/outbound-http/(contract|known-servers|methods|request-headers|retry-policy|wire-request)[.]ts$',
  '^lib/platform/sandbox/contract[.]ts$',
  '^lib/platform/models/contract[.]ts$',
];

/**
 * All of lib that a component may see: shapes, endpoints, block definitions, the graph, references, the
 * client.
 */
const FOR_COMPONENTS = [
  SHAPES_OF_SERVICES,
  '^lib/core/blocks/(assertions|block|capabilities|field|import-export|auth|body|rows|tools|trigger)[.]ts$',
  '^lib/core/blocks/(file-reference|file-set|inside-schema|canvas-colour|run-tags|value-shape|whole-outputs-at)[.]ts$',
  '^lib/core/blocks/registry/(definitions|triggers)[.]ts$',
  '^lib/core/blocks/(written-pair|read-config|move-secret|shortened-value|change-texts)[.]ts$',
  '^lib/core/blocks/[^/]+/definition[.]ts$',
  '^lib/core/blocks/webhook-trigger/request-check[.]ts$',
  '^lib/core/blocks/condition/(rules|rule-value)[.]ts$',
  '^lib/core/workflow/(schema|graph|containers|check-workflow|migrate-document)[.]ts$',
  '^lib/core/workflow/(diff-documents|diff-with-log|foreign-workflow|plain-name|same-json|json-differences|provenance|workflow-file|groups)[.]ts$',
  '^lib/core/templates/(all-templates|fill-template|template)[.]ts$',
  '^lib/core/extraction/(extract-blocks|inline-workflow)[.]ts$',
  '^lib/core/assistant/(apply-change|change)[.]ts$',
  '^lib/core/shared-document/(shared-document|merge-change|text-changes)[.]ts$',
  '^lib/core/graph-walk/(beginnings|exits|ports)[.]ts$',
  '^lib/core/replay/(accepted-requests|compare-spans)[.]ts$',
  '^lib/core/rehearsal/(fault|rehearsal-shape)[.]ts$',
  '^lib/core/run-tests/(covering-rules|difference-words|rule|test-difference)[.]ts$',
  '^lib/core/references/',
  '^lib/core/schedule/(schedule|next-times|cron-picker|how-often)[.]ts$',
  '^lib/core/engine/(trace-span|waiting-time)[.]ts$',
  '^lib/services/budgets/budget-words[.]ts$',
  '^lib/services/connections/presets/',
  '^lib/services/logs/(log-filters|logs-request)[.]ts$',
  '^lib/services/log-views/logs-page-query[.]ts$',
  '^lib/services/outgoing-webhooks/(retry-schedule|receiver-code|secret-strength)[.]ts$',
  '^lib/services/incoming-webhooks/example-command[.]ts$',
  '^lib/platform/http/(client|server-clock)[.]ts$',
  '^lib/platform/(grouped-by|read-url)[.]ts$',
  '^lib/platform/models/contract[.]ts$',
  '^lib/platform/outbound-http/(methods|rate-limit)[.]ts$',
  '^lib/platform/text/(closest|exact-number|json-text|json-beginning|json-length|masked-inside|usd)[.]ts$',
  '^lib/services/access/actor[.]ts$',
  '^lib/services/accounts/safe-path[.]ts$',
  '^lib/services/limits/plans[.]ts$',
];

/** What the command line's package takes of the product; `packages/cli/scripts/build.mjs` refuses a database. */
const FOR_THE_COMMAND_LINE = [
  '^lib/cli/',
  '^lib/platform/text/',
  '^lib/platform/read-url[.]ts$',
  '^lib/platform/sandbox/sandbox-files[.]ts$',
  '^lib/services/outgoing-webhooks/signature[.]ts$',
];

/** The files of lib that speak Next's language. */
const KNOWS_NEXT = [
  '^lib/services/access/session-cookie[.]ts$',
  '^lib/services/sign-in/next-auth[^/]*[.]ts$',
  '^lib/server/',
];

const TESTS = '[.](test|spec|bench)[.][cm]?tsx?$';
/** What tests share: it may reach up, to put a whole product together; no product code may reach for it. */
const TEST_SUPPORT = '/testing/';
/** They compare texts with what only tests list, such as every problem of a workflow. */
const LINTERS = '^scripts/lint/';
const FRAMEWORK = '^node_modules/(next|next-auth|react|react-dom)/';
const DATABASE = [
  '^node_modules/(@prisma|prisma|pg)/',
  '^lib/generated/',
  '^lib/platform/postgres/(db|notify)[.]ts$',
];

module.exports = {
  forbidden: [
    {
      name: 'platform-stands-on-nothing',
      comment: 'The lowest floor serves any product: hand it what it needs to know of ours as an argument.',
      severity: 'error',
      from: { path: '^lib/platform/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { path: '^lib/(core|services|process|cli|worker|server)/' },
    },
    {
      name: 'services-know-no-process',
      comment:
        'A verb runs in a server, a worker, a command and a test alike: ' +
        'what it needs of the process is handed to it.',
      severity: 'error',
      from: { path: '^lib/(core|services)/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { path: '^lib/(process|cli|worker|server)/' },
    },
    {
      name: 'core-stands-below-services',
      comment: 'Services call core; what core needs of them comes as an argument (core/engine/ports.ts).',
      severity: 'error',
      from: { path: '^lib/core/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { path: '^lib/services/' },
    },
    {
      name: 'blocks-stand-beside-each-other',
      comment:
        'What two blocks need lies directly in lib/core/blocks; what goes through all of them in its ' +
        'registry. Any block may send what the API block sends.',
      severity: 'error',
      from: { path: '^lib/core/blocks/(?!registry/)([^/]+)/', pathNot: [TESTS, TEST_SUPPORT] },
      to: {
        path: '^lib/core/blocks/(?!registry/)[^/]+/',
        pathNot: ['^lib/core/blocks/$1/', '^lib/core/blocks/api/request/'],
      },
    },
    {
      name: 'lib-never-looks-back',
      comment: 'The product works without its pages: lib imports neither app nor components.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components|e2e|bench|packages)/' },
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
      name: 'core-knows-only-contracts',
      comment:
        'What a workflow is and how it runs is pure: ' +
        'clock, fetch, sandbox and journal come as arguments (core/engine/ports.ts).',
      severity: 'error',
      from: { path: '^lib/core/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { path: '^lib/platform/', pathNot: CONTRACTS },
    },
    {
      name: 'pure-files-stay-pure',
      comment:
        'Core and shapes run in the browser too: they know no framework, no database and no environment.',
      severity: 'error',
      from: { path: ['^lib/core/', ...PURE_FILES], pathNot: TESTS },
      to: { path: [FRAMEWORK, ...DATABASE, '^lib/platform/env[.]ts$'] },
    },
    {
      name: 'rooms-of-scripts-have-one-door',
      comment:
        'The supervisor is run through run-app.mjs, the embedded Postgres through embedded-postgres.mjs.',
      severity: 'error',
      from: {
        path: '^(app|components|lib|scripts)/',
        pathNot: ['^scripts/lib/(supervisor|postgres)/', TESTS],
      },
      to: { path: '^scripts/lib/(supervisor/(?!run-app[.])|postgres/(?!embedded-postgres[.]))' },
    },
    {
      name: 'next-has-few-doors',
      comment:
        'Inside lib only the session, sign-in and the server know Next, ' +
        'so that a verb can be called from anywhere.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...KNOWS_NEXT, TESTS] },
      to: { path: '^node_modules/(next|next-auth)/' },
    },
    {
      name: 'one-way-out',
      comment: 'Only outbound-http speaks to the internet: the address guard sits there.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: ['^lib/platform/outbound-http/', TESTS] },
      to: { path: '^node_modules/undici/' },
    },
    {
      name: 'streams-end-with-access',
      comment:
        'A stream of events ends once its reader may no longer have it: `liveEvents` and `liveFrames` of ' +
        'services/access/live-stream.ts see to that.',
      severity: 'error',
      from: { path: '^lib/', pathNot: ['^lib/services/access/live-stream[.]ts$', TESTS] },
      to: { path: '^lib/platform/http/event-frames[.]ts$' },
    },
    {
      name: 'packages-stand-alone',
      comment:
        'It is installed without the product and without dependencies. Only its tests may import both.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: ['^packages/cli/', TESTS, TEST_SUPPORT] },
      to: { pathNot: '^packages/' },
    },
    {
      name: 'the-command-line-takes-commands',
      comment:
        'Its package is bundled with commands that need no database, which `npm run cli` has too: ' +
        'whatever they need of the product is reached through lib/cli.',
      severity: 'error',
      from: { path: '^packages/cli/src/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { path: '^(app|components|lib)/', pathNot: FOR_THE_COMMAND_LINE },
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
      from: { path: '^(app|components|lib|scripts)/', pathNot: [TESTS, TEST_SUPPORT, LINTERS] },
      to: { path: [TESTS, TEST_SUPPORT, '^e2e/'] },
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
      from: { path: '^(app|components|lib)/', pathNot: [TESTS, TEST_SUPPORT] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '^lib/generated/'] },
    // Programs over generated clients are compiled by their test, once there is something to import.
    exclude: { path: ['^[.]next/', '^lib/platform/http/testing/clients/(openapi-fetch|hey-api)[.]ts$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
