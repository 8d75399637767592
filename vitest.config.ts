import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { patient } from './scripts/lib/machine-speed.mjs';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };

/** As CommonJS, as graphql-language-service has it under Node: two copies don't know each other's types. */
const GRAPHQL = fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url));

/** A limit for what hangs; a test that is about time has a bound of its own. */
const HANGS_AFTER_MS = patient(120_000);

/** Of what is polled, too: Vitest's own second is less than a busy machine may take. */
const POLLED_FOR_MS = patient(60_000);

const CORES = availableParallelism();

// Beside the database tests, which wait for processes that they start, the others fill the gaps.
if (process.env.TEST_NICENESS) setPriority(Number(process.env.TEST_NICENESS));

/** Many files wait for servers and processes that they start; projects that run together need one number. */
const UNIT_WORKERS = Number(process.env.UNIT_WORKERS ?? CORES * 2);

/** Each worker of the database tests has a database. */
const DATABASES = Number(process.env.TEST_DATABASES ?? 1);

/**
 * These rooms keep nothing between calls, so their files share threads: loading the modules anew for each
 * file took longer than the tests.
 */
const STATELESS = ['lib/core/**/*.test.ts', 'components/**/*.test.{ts,tsx}'];

/**
 * These measure how long the loop stands still, fill the memory, or wait for processes of a low priority: one
 * at a time, after the others.
 */
const NEEDS_THE_MACHINE = [
  'lib/services/limits/over-processes.db.test.ts',
  'lib/services/logs/log-files.db.test.ts',
  'lib/services/replay/replay.db.test.ts',
  'lib/services/runs/single-block/single-block-large.db.test.ts',
  'lib/services/runs/execution/{exact-numbers,large-fairness,large-takeover,large-values}.db.test.ts',
  'lib/services/runs/starting/idempotency-key.db.test.ts',
  'lib/services/runs/execution/run-out-of-memory.db.test.ts',
];

/** These change settings, which modules read once, or load modules anew: each has a process of its own. */
const OWN_SETTINGS = [
  'lib/platform/metrics/metrics.db.test.ts',
  'lib/server/answer-request.db.test.ts',
  'lib/services/accounts/proven-email.db.test.ts',
  'lib/services/alerts/alert-recipients.db.test.ts',
  'lib/services/chat/chat-password.db.test.ts',
  'lib/services/comments/mentions.db.test.ts',
  'lib/services/incoming-webhooks/answers-origin.db.test.ts',
  'lib/services/mcp/cancelled-calls.db.test.ts',
  'lib/services/runs/execution/event-loop-stall.db.test.ts',
  'lib/services/runs/telemetry/exported-runs.db.test.ts',
  'lib/services/setup/setup.db.test.ts',
  'lib/services/sign-in/next-auth-options.db.test.ts',
  'lib/services/variables/variables.db.test.ts',
  'lib/**/index-use.db.test.ts', // a database of its own
  'scripts/lib/postgres/embedded-postgres.db.test.ts',
];

const database: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['scripts/testing/worker-database.ts'],
  env: {
    NODE_ENV: 'test',
    ENCRYPTION_KEY: Buffer.alloc(32, 'test').toString('base64'),
    NEXTAUTH_SECRET: 'a secret for the tests alone',
    OUTBOUND_ALLOW: '127.0.0.1',
  },
};

/**
 * `unit` needs nothing but Node; the others get a Postgres of their own through DATABASE_URL (see
 * scripts/test.mjs).
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // What is transformed once serves all projects and the runs after.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/test-modules' },
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS, // whole servers start in hooks
    expect: { poll: { timeout: POLLED_FOR_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: UNIT_WORKERS,
          isolate: false, // a file begins as if it were alone: scripts/testing/fresh-file.ts
          setupFiles: ['scripts/testing/fresh-file.ts'],
          include: ['{app,components,lib,packages,scripts}/**/*.test.{ts,tsx,mts}'],
          exclude: ['**/*.db.test.ts', ...STATELESS],
        },
      },
      {
        extends: true,
        resolve: { alias: { graphql: GRAPHQL } },
        test: {
          name: 'stateless',
          maxWorkers: UNIT_WORKERS,
          include: STATELESS,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          env: { ...database.env, SHARES_ITS_PROCESS: '1' },
          isolate: false,
          name: 'db',
          include: ['{lib,packages,scripts}/**/*.db.test.ts'],
          exclude: [...NEEDS_THE_MACHINE, ...OWN_SETTINGS],
          maxWorkers: DATABASES,
        },
      },
      {
        extends: true,
        test: { ...database, name: 'db-own', include: OWN_SETTINGS, maxWorkers: DATABASES },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'db-alone',
          include: NEEDS_THE_MACHINE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
