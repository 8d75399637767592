import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SOURCES = ['lib/*.ts', 'components/*.ts', 'components/*.tsx', 'app/*.ts', 'app/*.tsx'];

/** Calls with a fault that no test of the caller shows, and what to call in their place. */
const AVOIDED: ReadonlyArray<{ call: string; instead: string; inPages?: true; but?: string }> = [
  { call: 'URL.canParse(', instead: 'it denies letters such as ü after some thousand calls: use readUrl' },
  ...['localStorage', 'sessionStorage'].map((call) => ({
    call,
    instead: 'where a browser forbids storage even looking at it throws: use ui/browser-storage.ts',
    inPages: true as const,
    but: 'components/ui/browser-storage.ts',
  })),
  {
    call: 'crypto.randomUUID(',
    instead: 'pages of an origin without TLS have none: use ui/random-uuid.ts',
    inPages: true,
  },
  {
    call: 'navigator.clipboard.writeText(',
    instead: 'pages of an origin without TLS have none: use ui/copy-text.ts',
    inPages: true,
    but: 'components/ui/copy-text.ts',
  },
  {
    call: 'type="number"',
    instead: 'a browser drops texts such as 1,5 without a word: use ui/use-typed-number.ts',
    inPages: true,
  },
];
/** These run in a browser. */
const PAGE = /^(?:components|app)\//;
const TEST = /\.test\.tsx?$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

export function lintAvoidedCalls(): string[] {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.flatMap((file) => faultsOf(file, readFileSync(file, 'utf8').split('\n')));
}

const faultsOf = (file: string, lines: readonly string[]): string[] => {
  const avoided = AVOIDED.filter(
    ({ inPages, but }) => file !== but && (inPages !== true || (PAGE.test(file) && !TEST.test(file))),
  );
  return lines.flatMap((line, index) =>
    COMMENT.test(line)
      ? []
      : avoided
          .filter(({ call }) => line.includes(call))
          .map(({ call, instead }) => `${file}:${index + 1}: ${call}: ${instead}`),
  );
};
