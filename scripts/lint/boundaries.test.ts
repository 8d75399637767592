import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../lib/machine-speed.mjs';
import { forbidden } from './boundaries';
import boundaryReport from './boundary-report.mjs';
import { filesOfTwoLibraries } from './database-libraries.mjs';
import { roomCircles } from './room-circles.mjs';

/** The first call loads the TypeScript compiler. */
vi.setConfig({ hookTimeout: patient(120_000) });

type Files = Record<string, string>;
type Kind = 'allowed' | 'refused';

/** Two projects for all tests, one without faults: reading the rules takes seconds, the files none. */
const projects: Record<Kind, Files> = { allowed: {}, refused: {} };
const found: Record<Kind, string[]> = { allowed: [], refused: [] };
const made: string[] = [];
beforeAll(async () => {
  for (const kind of ['allowed', 'refused'] as const) found[kind] = await violationsIn(projects[kind]);
});
afterAll(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Applies the project's rules to a project of these files. */
async function violationsIn(files: Files): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'boundaries-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const { output } = await cruise([...new Set(Object.keys(files).map((name) => name.split('/')[0]!))], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
    tsPreCompilationDeps: true,
  });
  const { summary, modules } = output as ICruiseResult;
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...roomCircles(modules).map((imports) => `circle: ${imports.replaceAll('\n', ', ')}`),
    ...filesOfTwoLibraries(modules, (file) => fs.readFileSync(path.join(folder, file), 'utf8')).map(
      (file) => `two-libraries: ${file} → Prisma and pg`,
    ),
  ];
}

/** Defines a test of the violations in these files, which are placed beside those of the other tests. */
function boundary(title: string, files: Partial<Record<Kind, Files>>, violations: string[]): void {
  const { allowed = {}, refused = {} } = files;
  for (const [kind, own] of Object.entries({ allowed, refused }) as Array<[Kind, Files]>)
    for (const [name, text] of Object.entries(own)) {
      if ((projects[kind][name] ?? text) !== text) throw new Error(`${name} has two texts.`);
      projects[kind][name] = text;
    }
  const foundIn = (kind: Kind, own: Files) =>
    found[kind].filter((line) => Object.keys(own).some((name) => line.includes(`: ${name} → `)));
  test(title, () => {
    expect(foundIn('allowed', allowed)).toEqual([]);
    expect(foundIn('refused', refused)).toEqual(violations);
  });
}

const ANSWER = 'export const answer = 42;\n';
const taking = (from: string): string =>
  `import { answer } from '${from}';\nexport const more = answer + 1;\n`;

boundary(
  'an import of a lower floor passes, and one of a higher floor is refused',
  {
    allowed: {
      'lib/platform/text/answer.ts': ANSWER,
      'lib/core/engine/step.ts': taking('../../platform/text/answer'),
      'lib/services/runs/start.ts': taking('../../core/engine/step').replace('answer', 'more as answer'),
      'lib/worker/main.ts': taking('../services/runs/start').replace('answer', 'more as answer'),
    },
    refused: {
      'lib/core/engine/answer.ts': ANSWER,
      'lib/services/runs/answer.ts': ANSWER,
      'lib/worker/answer.ts': ANSWER,
      'lib/platform/env.ts': taking('../services/runs/answer'),
      'lib/core/engine/queue.ts': taking('../../services/runs/answer'),
      'lib/services/runs/list.ts': taking('../../worker/answer'),
      'lib/platform/ids.ts': taking('../core/engine/answer'),
    },
  },
  [
    'core-stands-below-services: lib/core/engine/queue.ts → lib/services/runs/answer.ts',
    'platform-stands-on-nothing: lib/platform/env.ts → lib/services/runs/answer.ts',
    'platform-stands-on-nothing: lib/platform/ids.ts → lib/core/engine/answer.ts',
    'services-know-no-process: lib/services/runs/list.ts → lib/worker/answer.ts',
  ],
);

boundary(
  'blocks don’t import each other, though each may use its own folders',
  {
    refused: {
      'lib/core/blocks/api/curl/answer.ts': ANSWER,
      'lib/core/blocks/api/definition.ts': taking('./curl/answer'),
      'lib/core/blocks/mail/definition.ts': taking('./icon'),
      'lib/core/blocks/mail/icon.ts': ANSWER,
      'lib/core/blocks/chat/definition.ts': taking('../mail/icon'),
    },
  },
  ['blocks-stand-beside-each-other: lib/core/blocks/chat/definition.ts → lib/core/blocks/mail/icon.ts'],
);

boundary(
  'a package imports nothing of the product, and the product nothing of a package',
  {
    allowed: {
      'packages/sdk/src/answer.ts': ANSWER,
      'packages/sdk/src/more.ts': taking('./answer.js'),
      'packages/sdk/src/more.test.ts': taking('../../../lib/platform/text/answer'),
    },
    refused: {
      'lib/core/engine/answer.ts': ANSWER,
      'packages/sdk/src/answer.ts': ANSWER,
      'packages/sdk/src/more.ts': taking('../../../lib/core/engine/answer'),
      'lib/services/runs/sdk.ts': taking('../../../packages/sdk/src/answer'),
    },
  },
  [
    'lib-never-looks-back: lib/services/runs/sdk.ts → packages/sdk/src/answer.ts',
    'packages-stand-alone: packages/sdk/src/more.ts → lib/core/engine/answer.ts',
  ],
);

boundary(
  'the command line takes commands of the product, and nothing else',
  {
    allowed: {
      'lib/cli/hold-flags.ts': ANSWER,
      'packages/cli/src/main.ts': taking('../../../lib/cli/hold-flags'),
    },
    refused: {
      'lib/services/runs/answer.ts': ANSWER,
      'packages/cli/src/main.ts': taking('../../../lib/services/runs/answer'),
    },
  },
  ['the-command-line-takes-commands: packages/cli/src/main.ts → lib/services/runs/answer.ts'],
);

boundary(
  'core may know the shapes of the outbound client, and not the client',
  {
    refused: {
      'lib/platform/outbound-http/client.ts': ANSWER,
      'lib/platform/outbound-http/contract.ts': ANSWER,
      'lib/core/engine/run.ts': taking('../../platform/outbound-http/contract'),
      'lib/core/engine/send.ts': taking('../../platform/outbound-http/client'),
    },
  },
  ['core-knows-only-contracts: lib/core/engine/send.ts → lib/platform/outbound-http/client.ts'],
);

boundary(
  'the supervisor and the embedded Postgres are each entered by one door',
  {
    allowed: {
      'scripts/lib/postgres/embedded-postgres.mjs': ANSWER,
      'scripts/lib/database.mjs': taking('./postgres/embedded-postgres.mjs'),
      'scripts/lib/supervisor/run-app.mjs': ANSWER,
      'scripts/worker.mjs': taking('./lib/supervisor/run-app.mjs'),
    },
    refused: {
      'scripts/lib/postgres/cluster.mjs': ANSWER,
      'scripts/lib/database.mjs': taking('./postgres/cluster.mjs'),
      'scripts/lib/supervisor/siblings.mjs': taking('../postgres/cluster.mjs'),
      'scripts/worker.mjs': taking('./lib/supervisor/siblings.mjs').replace('answer', 'more as answer'),
    },
  },
  [
    'rooms-of-scripts-have-one-door: scripts/lib/database.mjs → scripts/lib/postgres/cluster.mjs',
    'rooms-of-scripts-have-one-door: scripts/worker.mjs → scripts/lib/supervisor/siblings.mjs',
  ],
);

const DATABASE = { 'lib/platform/postgres/db.ts': 'export const prisma = 1;\nexport const logsPool = 2;\n' };
const usingDatabase = (names: string): string =>
  `import { ${names} } from '../../platform/postgres/db';\nexport const used = [${names}];\n`;
const CHANGE = "import { change } from '../verbs/define-verb';\nexport const changed = change;\n";

boundary(
  'a file uses Prisma or pg, and one that uses both is refused, also if it only gets a transaction',
  {
    allowed: {
      ...DATABASE,
      'lib/services/verbs/define-verb.ts': usingDatabase('prisma').replace('used', 'change'),
      'lib/services/folders/find.ts': usingDatabase('prisma'),
      'lib/services/folders/rename.ts': CHANGE,
      'lib/services/logs/find.ts': usingDatabase('logsPool'),
      'lib/services/logs/find.db.test.ts': usingDatabase('logsPool, prisma'),
    },
    refused: {
      ...DATABASE,
      'lib/services/verbs/define-verb.ts': usingDatabase('prisma').replace('used', 'change'),
      'lib/services/logs/find.ts': usingDatabase('logsPool, prisma'),
      'lib/services/logs/change.ts': usingDatabase('logsPool') + CHANGE,
      'lib/platform/postgres/in-transaction.ts': ANSWER,
      'lib/services/logs/write.ts': taking('../../platform/postgres/in-transaction') + CHANGE,
    },
  },
  [
    'two-libraries: lib/services/logs/change.ts → Prisma and pg',
    'two-libraries: lib/services/logs/find.ts → Prisma and pg',
    'two-libraries: lib/services/logs/write.ts → Prisma and pg',
  ],
);

/** Returns modules with these imports, by the names of their files. */
const modulesOf = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([source, resolved]) => ({
    source,
    dependencies: resolved.map((file) => ({ resolved: file })),
  }));

test('rooms that need each other are found, though no two files do', () => {
  const modules = modulesOf({
    'lib/services/folders/list.ts': ['lib/services/workflows/answer.ts'],
    'lib/services/folders/answer.ts': [],
    'lib/services/workflows/list.ts': ['lib/services/folders/answer.ts'],
    'lib/services/logs/list.ts': ['lib/services/folders/list.ts', 'node_modules/zod/index.js'],
  });
  expect(roomCircles(modules)).toEqual([
    'lib/services/folders/list.ts → lib/services/workflows/answer.ts\n' +
      'lib/services/workflows/list.ts → lib/services/folders/answer.ts',
  ]);
});

test('a circle is found however long it is, at any depth, and two are two', () => {
  const modules = modulesOf({
    'lib/core/blocks/block.ts': ['lib/core/blocks/mail/answer.ts'],
    'lib/core/blocks/mail/definition.ts': ['lib/core/blocks/mail/icon/drawing.ts'],
    'lib/core/blocks/mail/icon/drawing.ts': ['lib/core/blocks/field.ts'],
    'components/editor/run/run.tsx': ['components/editor/answer.ts'],
    'components/editor/editor.tsx': ['components/editor/run/answer.ts', 'lib/core/blocks/block.ts'],
  });
  expect(roomCircles(modules).map((imports) => imports.split('\n').length)).toEqual([3, 2]);
});

test('files that lie directly in a floor are rooms of their own, and their tests are none', () => {
  const modules = modulesOf({
    'lib/platform/ids.ts': ['lib/platform/errors.ts', 'lib/platform/text/closest.ts'],
    'lib/platform/text/closest.ts': ['lib/platform/errors.ts'],
    'lib/platform/errors.test.ts': ['lib/platform/ids.ts'],
    'lib/platform/text/testing/words.ts': ['lib/platform/ids.ts'],
    'lib/services/runs/start.ts': ['lib/services/runs/isolated/protocol.ts'],
  });
  expect(roomCircles(modules)).toEqual([]);
});

test('a test of a component takes part in a circle as well', () => {
  const modules = modulesOf({
    'components/logs/list.test.tsx': ['components/editor/editor.tsx'],
    'components/editor/editor.tsx': ['components/logs/list.tsx'],
  });
  expect(roomCircles(modules)).toHaveLength(1);
});

test('the report tells of rules and of circles, and of having read nothing', () => {
  const violation = { rule: { name: 'one-way-out', severity: 'error' }, from: 'lib/a.ts', to: 'undici' };
  const ruleSetUsed = { forbidden: [{ name: 'one-way-out', comment: 'Only one speaks.' }] };
  const modules = modulesOf({ 'lib/cli/a.ts': ['lib/worker/b.ts'], 'lib/worker/b.ts': ['lib/cli/c.ts'] });
  const report = (violations: unknown[], read: unknown[]) =>
    boundaryReport({ modules: read, summary: { violations, ruleSetUsed } } as unknown as ICruiseResult);
  const { output, exitCode } = report([violation], modules);
  expect(exitCode).toBe(2);
  expect(output).toContain('one-way-out: lib/a.ts → undici\n  Only one speaks.');
  expect(output).toMatch(
    /lib\/cli\/a\.ts → lib\/worker\/b\.ts\nlib\/worker\/b\.ts → lib\/cli\/c\.ts\n {2}Rooms need/,
  );
  expect(report([], modules.slice(0, 1))).toEqual({ output: '\n', exitCode: 0 });
  expect(report([], []).exitCode).toBe(1);
});
