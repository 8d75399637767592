import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, PROJECT_ROOT } from './lib/project.mjs';

const MAX_COLUMNS = 110;
/** Texts that are shown with the line breaks that they have here. */
const SHOWN_AS_WRITTEN = new Set([
  'lib/cli/help.ts',
  'lib/services/openapi/openapi.ts',
  'lib/services/webhooks/receiver-code.ts',
]);
/** A regular expression, and a directive with its reason, can't be broken. */
const UNBREAKABLE = /^\s*\/[^/*].*\/[a-z]*[,;]?$|biome-ignore|npx tsx/;

// The formatter breaks code there; this finds what it leaves alone: texts, class names, SQL, names of tests,
// comments.
test('lines end within 110 columns', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js'], {
    cwd: PROJECT_ROOT,
  });
  const mayBeLong = (file: string, line: string): boolean =>
    SHOWN_AS_WRITTEN.has(file) || UNBREAKABLE.test(line);
  const long = files
    .toString()
    .trim()
    .split('\n')
    .flatMap((file) =>
      readFileSync(inProject(file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > MAX_COLUMNS && !mayBeLong(file, line) ? [`${file}:${index + 1}`] : [],
        ),
    );
  expect(long).toEqual([]);
});
