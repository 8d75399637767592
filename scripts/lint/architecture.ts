import fs from 'node:fs';
import path from 'node:path';
import { lineAt } from './line-at';
import { linksIn } from './links';
import { tooFew } from './too-few';

const PAGE = 'ARCHITECTURE.md';
const GLOSSARY = 'docs/glossary.md';
const LEAST_ENTRIES = 31;
const LEAST_PATHS = 6;

/** A line of the picture: its places (from the root), and the files that its words name. */
interface Entry {
  at: string;
  places: string[];
  files: string[];
}

/** Every folder and file of the picture of ARCHITECTURE.md is there, and every path in words of these pages. */
export const lintArchitecture = (): string[] => [
  ...pictureFaults(fs.readFileSync(PAGE, 'utf8')),
  ...[PAGE, 'CONTRIBUTING.md', GLOSSARY].flatMap(pathFaults),
];

const FILE = /(?<![\w-])[\w-]+[.](?:tsx?|mjs|prisma)\b/g;
/** To the right of a `|`, verbs are named without their extension. */
const VERB = /(?<![\w.-])[a-z]+(?:-[a-z]+)+(?![\w.-])/g;

function entriesOf(picture: string, firstLine: number): Entry[] {
  const entries: Entry[] = [];
  const above: Array<{ indent: number; place: string }> = [];
  let afterBar = false;
  for (const [index, line] of picture.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    const [left = '', ...others] = line.trim().split('  ');
    const right = others.join('  ').trimStart();
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
    entries.push({ at: `${PAGE}:${firstLine + index}`, places, files });
  }
  return entries;
}

function verbsOf(words: string): string[] {
  const bar = words.indexOf('| ');
  return bar === -1 ? [] : (words.slice(bar).match(VERB) ?? []).map((verb) => `${verb}.ts`);
}

/** Returns the names of all files in the folder, at any depth. */
function namesIn(place: string): string[] {
  if (!fs.statSync(place).isDirectory()) return namesIn(path.dirname(place));
  return fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => path.basename(name));
}

function pictureFaults(text: string): string[] {
  const picture = /```\n([\s\S]*?)```/.exec(text);
  const firstLine = lineAt(text, picture?.index ?? 0) + 1;
  const entries = entriesOf(picture?.[1]?.trimEnd() ?? '', firstLine);
  const missing = entries.flatMap(({ at, places, files }) => {
    const gone = places.filter((place) => !fs.existsSync(place));
    if (gone.length > 0) return gone.map((place) => `${at}: there is no ${place}: correct the picture`);
    const names = new Set(places.flatMap(namesIn));
    return files
      .filter((file) => !names.has(file))
      .map((file) => `${at}: there is no ${file} in ${places.join(', ')}: correct the picture`);
  });
  return [...tooFew(entries.length, LEAST_ENTRIES, `lines of the picture in ${PAGE}`), ...missing];
}

function pathFaults(page: string): string[] {
  const text = fs.readFileSync(page, 'utf8');
  const lineOf = (place: string): number => lineAt(text, text.indexOf(place));
  const code = text.matchAll(/`((?:app|components|lib|packages|scripts|docs|prisma|e2e|bench)\/[^`\s]+)`/g);
  const links = linksIn(text).filter((link) => !/[#:]/.test(link));
  const paths = [...links, ...[...code].map(([, place]) => place!)].filter((place) => !/[*<]/.test(place));
  return [
    ...tooFew(paths.length, page === GLOSSARY ? 0 : LEAST_PATHS, `paths in ${page}`),
    ...paths
      .filter((place) => !fs.existsSync(place))
      .map((place) => `${page}:${lineOf(place)}: there is no ${place}: name one that is there`),
  ];
}
