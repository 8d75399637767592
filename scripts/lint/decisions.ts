import fs from 'node:fs';
import path from 'node:path';
import { repeated } from './repeated';
import { tooFew } from './too-few';

const FOLDER = 'docs/decisions';
const INDEX = 'README.md';
const LEAST_DECISIONS = 11;

const STATUS =
  /^# .+\n\n(Accepted|Replaced by \[[^\]\n]+\]\([^)\n]+\)) on \d{4}-\d\d-\d\d(, last revised on \d{4}-\d\d-\d\d)?[.]\n/;

/** Every decision says when it was accepted or by what it was replaced, and is once in the index. */
export function lintDecisions(): string[] {
  const decisions = fs.readdirSync(FOLDER).filter((name) => name !== INDEX);
  const read = (name: string): string => fs.readFileSync(path.join(FOLDER, name), 'utf8');
  const named = read(INDEX)
    .split('\n')
    .flatMap((line) => /^- \[[^\]]+\]\(([\w-]+\.md)\): \S/.exec(line)?.[1] ?? []);
  const index = `${FOLDER}/${INDEX}`;
  return [
    ...tooFew(decisions.length, LEAST_DECISIONS, `decisions in ${FOLDER}`),
    ...decisions
      .filter((name) => !STATUS.test(read(name)))
      .map((name) => `${FOLDER}/${name}:3: no “Accepted on 2026-01-31.” below the title: write it`),
    ...decisions
      .filter((name) => !named.includes(name))
      .map((name) => `${index}: no line for ${name}: write “- [Title](${name}): what it decides”`),
    ...named
      .filter((name) => !decisions.includes(name))
      .map((name) => `${index}: there is no ${name}: remove its line`),
    ...repeated(named).map((name) => `${index}: ${name} has two lines: remove one`),
  ];
}
