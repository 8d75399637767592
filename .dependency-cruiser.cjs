/**
 * The directions of the house (ARCHITECTURE.md), checked by `npm run verify`:
 *
 *   app → components → (the shared part of) lib                            lib never looks back
 *   server, worker, cli → services → core → contracts of platform
 *
 * Every folder of lib and components has its place below and imports only from folders before its own. So no
 * two folders need each other, at any depth and however long the way round.
 */

/**
 * The rooms of lib by floor, the lowest first. A name without a folder is a single file. A folder inside a
 * room has a line of its own: `runs` alone is the files that lie directly in it. `blocks/*` is each folder in
 * `blocks` that has no line itself; these don't import each other.
 */
const ROOMS = {
  'lib/platform': [
    'text',
    'errors',
    'ids',
    'process-singleton',
    'siblings',
    'ttl-cache',
    'turn-queue',
    'in-slices',
    'addresses',
    'env',
    'email',
    'logging',
    'event-loop/thread',
    'event-loop',
    'postgres',
    'encryption',
    'metrics',
    'http/body',
    'http',
    'outbound-http',
    'models',
    'sandbox',
    'sandbox/thread/host',
    'sandbox/thread/guest',
    'sandbox/thread',
  ],
  'lib/core': [
    'references',
    'drift',
    'expressions',
    'schedule',
    'json-schema',
    'blocks',
    'blocks/api/curl',
    'blocks/api/openapi',
    'blocks/api/config',
    'blocks/api/collections',
    'blocks/api/code-export',
    'blocks/api/request',
    'blocks/api/pagination',
    'blocks/api/assertions',
    'blocks/*',
    'blocks/registry',
    'workflow',
    'templates',
    'shared-document',
    'engine',
    'assistant',
    'replay',
  ],
  'lib/services': [
    'access',
    'openapi',
    'audit',
    'verbs',
    'limits',
    'health',
    'accounts',
    'api-keys',
    'variables',
    'model-prices',
    'models',
    'connections',
    'folders',
    'workflows',
    'comments',
    'shared-edits',
    'files',
    'logs',
    'log-search',
    'log-views',
    'overview',
    'drift',
    'webhooks',
    'request-rates',
    'runs/shapes',
    'runs/processes',
    'runs',
    'pins',
    'schedules',
    'workflow-activity',
    'failure-notices',
    'alerts',
    'versions',
    'hooks',
    'chat',
    'replay',
    // The entry of the processes for large work: it stands on all that they do.
    'runs/in-process',
    'mcp',
    'imports',
    'request-library',
    'assistant',
    'workspaces',
    'removal',
    'sign-in',
    'setup',
    'demo',
  ],
  lib: ['process', 'cli', 'worker', 'server'],
};
const IN_ORDER = Object.entries(ROOMS).flatMap(([floor, rooms]) => rooms.map((room) => `${floor}/${room}`));

/** A pattern for the files of a room: a single file with its test, or those directly in its folder. */
function filesOf(room) {
  if (!room.endsWith('/*')) return `^${room}([.][^/]+|/[^/]+)$`;
  const parent = room.slice(0, -2);
  const named = IN_ORDER.filter((other) => other.startsWith(`${parent}/`) && other !== room);
  return `^${parent}/(?!(?:${named.map((other) => other.slice(parent.length + 1)).join('|')})/)[^/]+/[^/]+$`;
}

/**
 * The folders of components, the lowest first; nested ones as in ROOMS.
 */
const COMPONENT_FOLDERS = [
  'ui',
  'page',
  'docs',
  'auth',
  'waits',
  'chat',
  'workflows',
  'settings',
  'webhooks',
  'logs',
  'inbox',
  'overview',
  'editor/document',
  'editor/store',
  'editor/code',
  'editor/live',
  'editor/references',
  'editor/import',
  'editor/fields',
  'editor/pins',
  'editor/comments',
  'editor/flow',
  'editor/problems',
  'editor/palette',
  'editor/versions',
  'editor/response',
  'editor/run',
  'editor/history',
  'editor/send',
  'editor/data',
  'editor/save',
  'editor/assistant',
  'editor/panel',
  'editor/keys',
  'editor/calls',
  'editor/bar',
  'editor',
  'log-page',
  'templates',
  'shell',
].map((folder) => `components/${folder}`);
const directlyIn = (folder) => `^${folder}/[^/]+$`;

/** A room's shapes and endpoints, in more than one file where one would be too long. */
const SHAPES_OF_SERVICES =
  '^lib/services/[^/]+/(schema|endpoints|group-schema|wait-schema|wait-endpoints)[.]ts$';

/** The pure files of rooms that are not pure as a whole. */
const PURE_FILES = [
  SHAPES_OF_SERVICES,
  '^lib/platform/text/',
  '^lib/services/openapi/',
  '^lib/platform/outbound-http/rate-limit[.]ts$',
  '^lib/platform/http/(endpoint|problem|query-params)[.]ts$',
  '^lib/services/limits/(plans|holder-limits)[.]ts$',
  '^lib/services/logs/(cursor|logs-request)[.]ts$',
  '^lib/services/log-views/logs-page-query[.]ts$',
  '^lib/services/webhooks/(signature|retry-schedule|receiver-code|secret-strength)[.]ts$',
  '^lib/services/hooks/(verify-request|example-command)[.]ts$',
];

/** What core may know of the outside: the shapes it is given things in, and pure rules about them. */
const CONTRACTS = [
  '^lib/platform/text/',
  '^lib/platform/outbound-http/(contract|known-servers|request-headers|retry-policy|wire-request)[.]ts$',
  '^lib/platform/sandbox/contract[.]ts$',
  '^lib/platform/models/contract[.]ts$',
];

/**
 * All of lib that a component may see: shapes, endpoints, block definitions, the graph, references, the
 * client.
 */
const FOR_COMPONENTS = [
  SHAPES_OF_SERVICES,
  '^lib/core/blocks/(assertions|block|field|import-export|auth|body|rows|shortened-value|tools)[.]ts$',
  '^lib/core/blocks/(file-reference|file-set|inside-schema|canvas-colour|value-shape|whole-outputs-at)[.]ts$',
  '^lib/core/blocks/registry/definitions[.]ts$',
  '^lib/core/blocks/(written-pair|read-config|move-secret)[.]ts$',
  '^lib/core/blocks/[^/]+/definition[.]ts$',
  '^lib/core/blocks/webhook-trigger/request-check[.]ts$',
  '^lib/core/blocks/condition/(rules|rule-value)[.]ts$',
  '^lib/core/workflow/(schema|graph|containers|trigger|check-workflow|migrate-document)[.]ts$',
  '^lib/core/workflow/(diff-documents|same-json|json-differences|provenance|workflow-file|groups)[.]ts$',
  '^lib/core/templates/(all-templates|fill-template|template)[.]ts$',
  '^lib/core/assistant/(apply-change|change)[.]ts$',
  '^lib/core/shared-document/(shared-document|merge-change|text-changes)[.]ts$',
  '^lib/core/replay/compare-spans[.]ts$',
  '^lib/core/references/',
  '^lib/core/schedule/(schedule|next-times|cron-picker)[.]ts$',
  '^lib/core/engine/(trace-span|waiting-time)[.]ts$',
  '^lib/services/logs/logs-request[.]ts$',
  '^lib/services/log-views/logs-page-query[.]ts$',
  '^lib/services/webhooks/(retry-schedule|receiver-code|secret-strength)[.]ts$',
  '^lib/services/hooks/example-command[.]ts$',
  '^lib/platform/http/client[.]ts$',
  '^lib/platform/models/contract[.]ts$',
  '^lib/platform/outbound-http/rate-limit[.]ts$',
  '^lib/platform/text/(closest|exact-number|json-text|json-beginning|json-length|masked-inside)[.]ts$',
  '^lib/services/access/actor[.]ts$',
  '^lib/services/accounts/safe-path[.]ts$',
  '^lib/services/limits/plans[.]ts$',
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
const FRAMEWORK = '^node_modules/(next|next-auth|react|react-dom)/';
const DATABASE = [
  '^node_modules/(@prisma|prisma|pg)/',
  '^lib/generated/',
  '^lib/platform/postgres/(db|notify)[.]ts$',
];

const BESIDE_EACH_OTHER = IN_ORDER.filter((room) => room.endsWith('/*')).map((room) => room.slice(0, -2));

/** One rule a room: nothing above it. */
const downwards = IN_ORDER.map((room, place) => ({
  name: `${room.replace('lib/', '')}-imports-only-rooms-below-it`,
  comment:
    `${room} imports only rooms that stand before it in ROOMS (.dependency-cruiser.cjs). ` +
    'Move what both need into a lower room, ' +
    'move the importing file up to the room that uses it, or let it be given what it needs as an argument.',
  severity: 'error',
  from: { path: filesOf(room), pathNot: [TESTS, TEST_SUPPORT] },
  to: { path: IN_ORDER.slice(place + 1).map(filesOf) },
})).slice(0, -1);

/** One rule a folder of components, tests included: nothing above it. */
const componentsDownwards = COMPONENT_FOLDERS.map((folder, place) => ({
  name: `${folder}-imports-only-folders-below-it`,
  comment:
    `${folder} imports only folders that stand before it in COMPONENT_FOLDERS (.dependency-cruiser.cjs). ` +
    'Move what both need into a lower folder, move the importing file up to the folder that uses it, ' +
    'or pass it in as a prop or argument.',
  severity: 'error',
  from: { path: directlyIn(folder) },
  to: { path: COMPONENT_FOLDERS.slice(place + 1).map(directlyIn) },
})).slice(0, -1);

module.exports = {
  forbidden: [
    ...downwards,
    ...componentsDownwards,
    {
      name: 'every-folder-of-components-has-its-place',
      comment:
        'A new folder of components goes into COMPONENT_FOLDERS (.dependency-cruiser.cjs): ' +
        'after the folders that it imports, ' +
        'before those that will import it. Files lie in a folder, not in components itself.',
      severity: 'error',
      from: { path: '^components/', pathNot: COMPONENT_FOLDERS.map(directlyIn) },
      to: {},
    },
    {
      name: 'every-room-has-its-place',
      comment:
        'A new folder of lib, nested or not, goes into ROOMS (.dependency-cruiser.cjs): ' +
        'after the folders that it imports, before those that will import it.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...IN_ORDER.map(filesOf), '^lib/generated/', TEST_SUPPORT] },
      to: {},
    },
    ...BESIDE_EACH_OTHER.map((parent) => ({
      name: `${parent.replace('lib/', '')}-stand-beside-each-other`,
      comment:
        `What two folders of ${parent} need lies directly in ${parent}; ` +
        'what goes through all of them lies in its registry.',
      severity: 'error',
      from: {
        path: filesOf(`${parent}/*`).replace('[^/]+/[^/]+$', '([^/]+)/'),
        pathNot: [TESTS, TEST_SUPPORT],
      },
      to: { path: filesOf(`${parent}/*`).replace('[^/]+/[^/]+$', '[^/]+/'), pathNot: `^${parent}/$1/` },
    })),
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
      from: { path: '^(app|components|lib|scripts)/', pathNot: [TESTS, TEST_SUPPORT] },
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

// For the test that sees them refuse (scripts/boundaries.test.ts).
Object.defineProperty(module.exports, 'ROOMS', { value: ROOMS, enumerable: false });
Object.defineProperty(module.exports, 'COMPONENT_FOLDERS', { value: COMPONENT_FOLDERS, enumerable: false });
