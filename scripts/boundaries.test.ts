import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from './lib/machine-speed.mjs';

/** The first call reads the TypeScript compiler. */
vi.setConfig({ hookTimeout: patient(120_000) });

const ROOT = path.resolve(import.meta.dirname, '..');
const { forbidden, ROOMS, COMPONENT_FOLDERS } = createRequire(import.meta.url)(
  '../.dependency-cruiser.cjs',
) as {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  ROOMS: Record<string, readonly string[]>;
  COMPONENT_FOLDERS: readonly string[];
};

type Files = Record<string, string>;
type Kind = 'allowed' | 'refused';

/**
 * Two projects for all tests, one without faults: reading the rules takes seconds each time, the files none.
 */
const projects: Record<Kind, Files> = { allowed: {}, refused: {} };
const found: Record<Kind, string[]> = { allowed: [], refused: [] };
const made: string[] = [];
beforeAll(async () => {
  for (const kind of ['allowed', 'refused'] as const) found[kind] = await violationsIn(projects[kind]);
});
afterAll(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** What the project's rules find in a project of these files. */
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
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** A test of what is found in these files, which lie beside those of the other tests. */
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
  'an import of a lower room passes, and one of a higher room is refused',
  {
    allowed: {
      'lib/platform/text/answer.ts': ANSWER,
      'lib/services/runs/start.ts': taking('../../platform/text/answer'),
    },
    refused: {
      'lib/services/runs/answer.ts': ANSWER,
      'lib/services/logs/list.ts': taking('../runs/answer'),
      'lib/platform/env.ts': taking('../services/runs/answer'),
    },
  },
  [
    'platform/env-imports-only-rooms-below-it: lib/platform/env.ts → lib/services/runs/answer.ts',
    'services/logs-imports-only-rooms-below-it: lib/services/logs/list.ts → lib/services/runs/answer.ts',
  ],
);

boundary(
  'two rooms that need each other are refused, though no two files do',
  {
    refused: {
      'lib/services/folders/answer.ts': ANSWER,
      'lib/services/folders/list.ts': taking('../workflows/answer'),
      'lib/services/workflows/answer.ts': ANSWER,
      'lib/services/workflows/list.ts': taking('../folders/answer'),
    },
  },
  [
    'services/folders-imports-only-rooms-below-it: lib/services/folders/list.ts → ' +
      'lib/services/workflows/answer.ts',
  ],
);

boundary(
  'a folder of lib and its own sub-folders import in one direction, at any depth',
  {
    allowed: {
      'lib/core/blocks/answer.ts': ANSWER,
      'lib/core/blocks/api/request/answer.ts': taking('../../answer').replace('more', 'answer2'),
      'lib/core/blocks/api/definition.ts': taking('../answer'),
      'lib/core/blocks/mail/definition.ts': taking('../answer'),
      'lib/core/blocks/registry/definitions.ts': taking('../mail/definition').replace(
        'answer',
        'more as answer',
      ),
      'lib/services/runs/shapes/answer.ts': ANSWER,
      'lib/services/runs/begin.ts': taking('./shapes/answer'),
    },
    refused: {
      'lib/core/blocks/answer.ts': taking('./registry/answer'),
      'lib/core/blocks/api/answer.ts': ANSWER,
      'lib/core/blocks/api/request/send.ts': taking('../answer'),
      'lib/core/blocks/block.ts': taking('./mail/answer'),
      'lib/core/blocks/mail/answer.ts': ANSWER,
      'lib/core/blocks/registry/answer.ts': ANSWER,
      'lib/services/runs/answer.ts': ANSWER,
      'lib/services/runs/shapes/protocol.ts': taking('../answer'),
    },
  },
  [
    'core/blocks-imports-only-rooms-below-it: lib/core/blocks/answer.ts → lib/core/blocks/registry/answer.ts',
    'core/blocks-imports-only-rooms-below-it: lib/core/blocks/block.ts → lib/core/blocks/mail/answer.ts',
    'core/blocks/api/request-imports-only-rooms-below-it: ' +
      'lib/core/blocks/api/request/send.ts → lib/core/blocks/api/answer.ts',
    'services/runs/shapes-imports-only-rooms-below-it: ' +
      'lib/services/runs/shapes/protocol.ts → lib/services/runs/answer.ts',
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
  ['core/blocks-stand-beside-each-other: lib/core/blocks/chat/definition.ts → lib/core/blocks/mail/icon.ts'],
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
  'a component imports only from folders below its own, at any depth',
  {
    allowed: {
      'components/ui/answer.ts': ANSWER,
      'components/editor/document/answer.ts': ANSWER,
      'components/editor/store/state.ts': taking('../document/answer'),
      'components/editor/editor.ts': taking('./store/state').replace('answer', 'more as answer'),
      'components/shell/frame.ts': taking('../ui/answer'),
    },
    refused: {
      'components/editor/answer.ts': ANSWER,
      'components/editor/run/answer.ts': ANSWER,
      'components/editor/store/state.ts': taking('../run/answer'),
      'components/editor/run/run.ts': taking('../answer'),
      'components/logs/list.ts': taking('../editor/run/answer'),
      'components/logs/list.test.ts': taking('../editor/answer'),
    },
  },
  [
    'components/editor/run-imports-only-folders-below-it: ' +
      'components/editor/run/run.ts → components/editor/answer.ts',
    'components/editor/store-imports-only-folders-below-it: ' +
      'components/editor/store/state.ts → components/editor/run/answer.ts',
    'components/logs-imports-only-folders-below-it: components/logs/list.test.ts → ' +
      'components/editor/answer.ts',
    'components/logs-imports-only-folders-below-it: components/logs/list.ts → ' +
      'components/editor/run/answer.ts',
  ],
);

boundary(
  'a folder of components that has no place in the list is refused',
  {
    refused: {
      'components/ui/answer.ts': ANSWER,
      'components/ui/chart/bars.ts': taking('../answer'),
    },
  },
  ['every-folder-of-components-has-its-place: components/ui/chart/bars.ts → components/ui/answer.ts'],
);

boundary(
  'a folder of lib that has no place in the list is refused, at any depth',
  {
    refused: {
      'lib/platform/ids.ts': ANSWER,
      'lib/triggers/start.ts': taking('../platform/ids'),
      'lib/services/runs/unlisted/claim.ts': taking('../../../platform/ids'),
    },
  },
  [
    'every-room-has-its-place: lib/services/runs/unlisted/claim.ts → lib/platform/ids.ts',
    'every-room-has-its-place: lib/triggers/start.ts → lib/platform/ids.ts',
  ],
);

test('every rule says what to do', () => {
  expect(forbidden.length).toBeGreaterThan(50);
  for (const { name, comment } of forbidden) expect(comment?.length, name).toBeGreaterThan(30);
});

test('the list holds every folder of lib with files, nested ones too, and nothing else', () => {
  for (const [floor, rooms] of Object.entries(ROOMS)) {
    const isElsewhere = floor === 'lib' ? /^lib\/(platform|core|services|generated)(\/|$)/ : /^$/;
    const there = fs
      .readdirSync(path.join(ROOT, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[.](test[.]ts|json)$/.test(entry.name))
      .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)))
      .filter((file) => !isElsewhere.test(file) && !file.includes('/testing/'))
      .map((file) => path.relative(floor, path.dirname(file)) || path.basename(file, '.ts'));
    const listed = new Set(rooms);
    const folders = there.map((room) => {
      const every = `${path.dirname(room)}/*`;
      return !listed.has(room) && listed.has(every) ? every : room;
    });
    expect([...new Set(folders)].sort(), floor).toEqual([...rooms].sort());
  }
});

test('the list of component folders holds every folder with files, nested ones once, nothing else', () => {
  const files = fs.readdirSync(path.join(ROOT, 'components'), { recursive: true, withFileTypes: true });
  const folders = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => path.relative(ROOT, parentPath));
  expect([...new Set(folders)].sort()).toEqual([...COMPONENT_FOLDERS].sort());
  const tops = COMPONENT_FOLDERS.map((folder) => folder.split('/')[1]);
  expect(tops.filter((top, place) => top !== tops[place - 1])).toEqual([...new Set(tops)]);
});
