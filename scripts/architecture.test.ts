import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const TEXT = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/** A line of the picture: its places (from the root), and the files that its words name. */
interface Entry {
  places: string[];
  files: string[];
}

const FILE = /[\w-]+[.](?:tsx?|mjs|prisma)\b/g;
/** To the right of a `|`, verbs are named without their extension. */
const VERB = /(?<![\w.-])[a-z]+(?:-[a-z]+)+(?![\w.-])/g;

function entriesOf(picture: string): Entry[] {
  const entries: Entry[] = [];
  const above: Array<{ indent: number; place: string }> = [];
  let afterBar = false;
  for (const line of picture.split('\n')) {
    const indent = line.length - line.trimStart().length;
    const [, left = '', right = ''] = /^(\S+(?: \S+)*)(?: {2,}(.*))?$/.exec(line.trim()) ?? [];
    const names = left.split(' ');
    const files = [...(right.match(FILE) ?? []), ...verbsOf(right)];
    if (!names.every((name) => name.includes('/') || /[.]\w+$/.test(name))) {
      entries.at(-1)?.files.push(...(line.match(FILE) ?? []), ...verbsOf(afterBar ? `| ${line}` : line));
      continue;
    }
    afterBar = right.includes('| ');
    while (above.length > 0 && above.at(-1)!.indent >= indent) above.pop();
    const parent = above.at(-1)?.place ?? '';
    const places = names.map((name) => path.join(parent, name));
    above.push({ indent, place: places[0]! });
    entries.push({ places, files });
  }
  return entries;
}

function verbsOf(words: string): string[] {
  const bar = words.indexOf('| ');
  return bar === -1 ? [] : (words.slice(bar).match(VERB) ?? []).map((verb) => `${verb}.ts`);
}

const PICTURE = /```\n([\s\S]*?)```/.exec(TEXT)?.[1]?.trimEnd() ?? '';
const there = (place: string): boolean => fs.existsSync(path.join(ROOT, place));

/** Names of all files in the folder, at any depth. */
function namesIn(place: string): string[] {
  const whole = path.join(ROOT, place);
  if (!fs.statSync(whole).isDirectory()) return namesIn(path.dirname(place));
  return fs.readdirSync(whole, { recursive: true, encoding: 'utf8' }).map((name) => path.basename(name));
}

test('every folder and file of the picture is there', () => {
  const entries = entriesOf(PICTURE);
  expect(entries.length).toBeGreaterThan(30);
  const missing = entries.flatMap(({ places, files }) => {
    const gone = places.filter((place) => !there(place));
    if (gone.length > 0) return gone;
    const names = new Set(places.flatMap(namesIn));
    return files.filter((file) => !names.has(file)).map((file) => `${file} in ${places.join(', ')}`);
  });
  expect(missing).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/glossary.md'])(
  'every path in the words of %s is there',
  (page) => {
    const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
    const named = [
      ...text.matchAll(/\]\(([^)#:]+)\)|`((?:app|components|lib|scripts|docs|prisma|e2e|bench)\/[^`\s]+)`/g),
    ];
    const paths = named.map(([, link, code]) => (link ?? code)!).filter((one) => !/[*<]/.test(one));
    if (page !== 'docs/glossary.md') expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((one) => !there(one))).toEqual([]);
  },
);

const STATUS =
  /^# .+\n\n(Accepted|Replaced by \[.+\]\(.+\)) on \d{4}-\d\d-\d\d(, last revised on \d{4}-\d\d-\d\d)?[.]\n/;

const DECISIONS = path.join(ROOT, 'docs/decisions');
const INDEX = 'README.md';
const decisions = fs.readdirSync(DECISIONS).filter((name) => name !== INDEX);

test('every decision says when it was accepted or by what it was replaced', () => {
  expect(decisions.length).toBeGreaterThan(10);
  const undated = decisions.filter((name) => {
    const text = fs.readFileSync(path.join(DECISIONS, name), 'utf8');
    return !STATUS.test(text);
  });
  expect(undated).toEqual([]);
});

test('the index of decisions names each of them once', () => {
  const index = fs.readFileSync(path.join(DECISIONS, INDEX), 'utf8');
  const named = [...index.matchAll(/^- \[[^\]\n]+\]\(([\w-]+\.md)\): \S/gm)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual(decisions.toSorted());
});
