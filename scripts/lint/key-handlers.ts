import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SOURCES = ['components/*.ts', 'components/*.tsx', 'app/*.ts', 'app/*.tsx'];
/** The one place that keeps the keys of an input method from the page. */
const COMPOSITION = /^components\/ui\/composition(?:\.test)?\.ts$/;
/** Its listener comes before the others of `keydown`, and of no other event. */
const BESIDE_IT =
  /\b(?:onKeyUp|onKeyPress)(?:Capture)?\b|addEventListener\(\s*'(?:keyup|keypress)'|\.keyCode\b/;
const BEFORE_IT = "window.addEventListener('keydown'";
const CAPTURES = /\btrue\b/;
/** It only notes when a key was pressed. */
const NOTES_TIME = 'components/auth/session-end.ts';

/** Every handler of keys gets those alone that belong to no input method, because one listener keeps the rest. */
export function lintKeyHandlers(): string[] {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.filter((file) => !COMPOSITION.test(file)).flatMap((file) => faultsOf(file));
}

function faultsOf(file: string): string[] {
  const tells = (line: string) =>
    BESIDE_IT.test(line) || (file !== NOTES_TIME && line.includes(BEFORE_IT) && CAPTURES.test(line));
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      tells(line)
        ? [
            `${file}:${index + 1}: gets the keys that compose a word: listen to keydown, behind ui/composition.ts`,
          ]
        : [],
    );
}
