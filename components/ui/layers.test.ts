import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'components';
const RADIX_LAYER = /import \{[^}]*\b(?:Dialog|AlertDialog|Popover)\b[^}]*\} from 'radix-ui';/;

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx$/.test(file),
);
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

test('every dialog, sheet and popover is a shared one, which takes, holds and gives back the focus', () => {
  const own = files
    .filter((file) => RADIX_LAYER.test(textOf(file)))
    .map((file) => file.replaceAll('\\', '/'));
  expect(own.sort()).toEqual([
    'shell/app-shell.tsx', // the navigation of narrow screens: only links, nothing to submit
    'ui/confirm-dialog.tsx',
    'ui/dialog.tsx',
    'ui/popover.tsx',
    'ui/search-dialog.tsx',
    'ui/sheet.tsx',
  ]);
  for (const file of ['confirm-dialog', 'dialog', 'sheet']) {
    const text = textOf(`ui/${file}.tsx`);
    for (const part of ['takeFocus(', 'useFocusReturn(', 'submitByKey'])
      expect([file, text.includes(part)]).toEqual([file, true]);
  }
});
