import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SOURCES = ['lib/*.ts', 'components/*.ts', 'components/*.tsx', 'app/*.ts', 'app/*.tsx'];

/** Calls with a fault that no test of the caller shows, and what to call in their place. */
const AVOIDED: ReadonlyArray<{ call: string; instead: string }> = [
  { call: 'URL.canParse(', instead: 'it denies letters such as ü after some thousand calls: use readUrl' },
];

export function lintAvoidedCalls(): string[] {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.flatMap((file) => faultsOf(file, readFileSync(file, 'utf8').split('\n')));
}

const faultsOf = (file: string, lines: readonly string[]): string[] =>
  lines.flatMap((line, index) =>
    AVOIDED.filter(({ call }) => line.includes(call)).map(
      ({ call, instead }) => `${file}:${index + 1}: ${call}…): ${instead}`,
    ),
  );
