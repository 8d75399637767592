import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseTests } from './choose-tests.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-choice-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const SOURCES = {
  'vitest.config.ts':
    "export default { setupFiles: ['scripts/testing/any-set-up.ts'], include: ['lib/**'] };",
  'package.json': '{}',
  'scripts/testing/any-set-up.ts': '',
  'components/logs/any-words.ts': "import '../../lib/services/logs/any-schema';",
  'components/logs/any-words.test.ts': "import './any-words';",
  'lib/services/logs/any-schema.ts': '',
  'lib/services/logs/any-list.db.test.ts': "import './any-schema';",
  'lib/core/engine/any-run.ts': '',
  'e2e/fixtures/any-api.ts': "import '../../lib/core/engine/any-run';",
  'e2e/logs.spec.ts': "import './fixtures/any-api';",
  'e2e/log-detail.spec.ts': "import './fixtures/any-api';",
  'e2e/canvas.spec.ts': '',
};

function choose(...changed: string[]) {
  for (const [file, text] of Object.entries(SOURCES)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const known = { fileSeconds: {}, slowness: 1, pagesAreBuilt: false };
  return chooseTests(folder, { changed, sources: Object.keys(SOURCES) }, known);
}

test('a change of a room with screens runs tests of all kinds', () => {
  expect(choose('lib/services/logs/any-schema.ts')).toEqual({
    chosen: {
      unit: ['components/logs/any-words.test.ts'],
      db: ['lib/services/logs/any-list.db.test.ts'],
      browser: ['e2e/logs.spec.ts', 'e2e/log-detail.spec.ts'],
    },
    reached: { unit: 1, db: 1, browser: 2 },
    wholeRun: [],
  });
});

test('a change without screens runs no browser, though a fixture imports it', () => {
  expect(choose('lib/core/engine/any-run.ts').chosen.browser).toEqual([]);
});

test('a changed spec runs itself, a changed fixture the specs that import it', () => {
  expect(choose('e2e/canvas.spec.ts').chosen).toEqual({ unit: [], db: [], browser: ['e2e/canvas.spec.ts'] });
  expect(choose('e2e/fixtures/any-api.ts').chosen.browser).toEqual([
    'e2e/log-detail.spec.ts',
    'e2e/logs.spec.ts',
  ]);
});

test('what all tests depend on is named, because only the whole run tells', () => {
  const { wholeRun } = choose(
    'package.json',
    'scripts/testing/any-set-up.ts',
    'vitest.config.ts',
    'lib/a.ts',
  );
  expect(wholeRun).toEqual(['package.json', 'scripts/testing/any-set-up.ts', 'vitest.config.ts']);
});
