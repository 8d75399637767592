import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, PROJECT_ROOT } from './lib/project.mjs';

const MAX_COLUMNS = 110;
const COMMENT = /^\s*(\/\/|\/\*\*|\*) /;
// In a comment above a directive, or in code that is shown to people, a line can't be broken.
const UNBREAKABLE = /biome-ignore|^\/\/ In earnest|npx tsx/;

test('comments end within 110 columns, where the formatter breaks code too', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { cwd: PROJECT_ROOT });
  const long = files
    .toString()
    .trim()
    .split('\n')
    .flatMap((file) =>
      readFileSync(inProject(file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > MAX_COLUMNS && COMMENT.test(line) && !UNBREAKABLE.test(line)
            ? [`${file}:${index + 1}`]
            : [],
        ),
    );
  expect(long).toEqual([]);
});
