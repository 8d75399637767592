import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorNotes } from '../app/docs/error-meanings';
import { guidePages } from '../app/docs/guide-files';
import { anchorsOf, withoutCode } from '../components/docs/guide-headings';
import { GUIDES_PATH } from '../components/page/paths';
import { testsOf } from './lib/contract-table';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (page: string): string => fs.readFileSync(path.join(ROOT, page), 'utf8');

const pagesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const FOLDERS = ['.', 'bench', 'docs', 'docs/guide', 'docs/decisions', 'docs/contract'];
const PAGES = FOLDERS.flatMap(pagesIn);

/** The texts of the rendered pages by their address, because the page of a block has no file. */
const DRAWN = new Map(guidePages.map(({ path: at, text }) => [`/docs/${at}`, text]));
/** The API reference: its parts and its error codes have anchors. */
const REFERENCE = '/docs';
const REFERENCE_ANCHORS = new Set([
  ...sourcesIn('components/docs').flatMap(([, text]) =>
    [...text.matchAll(/<\w*Part id="([\w-]+)"/g)].map(([, id]) => id!),
  ),
  ...errorNotes.map(({ code }) => `error-${code}`),
]);

function sourcesIn(folder: string): Array<[file: string, text: string]> {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => [path.join(folder, name), read(path.join(folder, name))]);
}

const hasAnchor = (text: string, anchor: string | undefined): boolean =>
  anchor === undefined || anchorsOf(text).some((heading) => heading.anchor === anchor);

function isBrokenAddress(link: string): boolean {
  const [address = '', anchor] = link.split('#');
  if (address === REFERENCE) return anchor !== undefined && !REFERENCE_ANCHORS.has(anchor);
  const text = DRAWN.get(address);
  return text === undefined || !hasAnchor(text, anchor);
}

/** Relative links start at `page`. */
function brokenLinks(text: string, page: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    if (link.startsWith('/')) return isBrokenAddress(link);
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!fs.existsSync(path.join(ROOT, target))) return true;
    return anchor !== undefined && !hasAnchor(read(target), anchor);
  });
}

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  expect(brokenLinks(read(page), page)).toEqual([]);
});

test('every link of a page without a file leads somewhere', () => {
  const drawn = guidePages.filter(({ path: at }) => !fs.existsSync(path.join(ROOT, `docs/${at}.md`)));
  expect(drawn.length).toBeGreaterThan(10);
  // Relative links would depend on where such a page is shown.
  const broken = drawn.flatMap(({ path: at, text }) => brokenLinks(text, `${at}.md`));
  expect(broken).toEqual([]);
});

test('every address of a guide in the code leads somewhere', () => {
  const linked = ['app', 'components', 'lib'].flatMap(sourcesIn).flatMap(([file, text]) =>
    [...text.matchAll(/['"`](\/docs\/[\w/-]+(?:#[\w-]+)?)(?:['"`]|#?(\$\{))/g)].map(([, address, hole]) => ({
      file,
      address: address!,
      isStart: hole !== undefined,
    })),
  );
  expect(linked.length).toBeGreaterThan(1);
  const broken = linked.filter(({ address, isStart }) =>
    isStart ? ![...DRAWN.keys()].some((page) => page.startsWith(address)) : isBrokenAddress(address),
  );
  expect(broken).toEqual([]);
});

test('what leads nowhere is found', () => {
  const links = ['/docs/guide/nowhere', '/docs/guide/references#nowhere', '/docs#nowhere', 'nowhere.md'];
  links.push('references.md#nowhere', '#nowhere');
  const text = ['/docs/guide/blocks/api#fields', '/docs#error-forbidden', ...links]
    .map((link) => `[x](${link})`)
    .join(' ');
  expect(brokenLinks(text, 'docs/guide/files.md')).toEqual(links);
});

const MAX_README_LINES = 150;
const MAX_PARAGRAPH_LINES = 4;

/** Paragraphs, list items and cells of tables: what is read at a stretch. */
function passagesOf(text: string): string[] {
  return withoutCode(text)
    .split(/\n\s*\n|\n(?=[-|]|\d+[.] )/)
    .flatMap((part) => (part.startsWith('|') ? part.split('|') : [part]))
    .map((part) => part.replace(/^\s*(?:-|\d+[.]|#+) /, '').trim())
    .filter((part) => part !== '');
}

test('the README is short, and so are its paragraphs', () => {
  const text = read('README.md');
  expect(text.split('\n').length).toBeLessThan(MAX_README_LINES);
  const long = passagesOf(text).filter((passage) => passage.split('\n').length > MAX_PARAGRAPH_LINES);
  expect(long).toEqual([]);
});

test('every page for readers has its place among those that the product shows', () => {
  const shown = new Set(guidePages.map(({ path: at }) => `docs/${at}.md`));
  expect([...pagesIn('docs'), ...pagesIn('docs/guide')].filter((page) => !shown.has(page))).toEqual([]);
});

test('“Guides” leads to the first of them', () => {
  expect(guidePages[0]?.path).toBe(GUIDES_PATH.slice('/docs/'.length));
});

/** `path > describe > test` in a span of code. */
const namedTestsIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/`([^`\s]+\.(?:test|spec)\.tsx? > [^`]+)`/g)].map(([, name]) => name!);

test('every test that a guide names exists', () => {
  const named = pagesIn('docs/guide').flatMap((page) => namedTestsIn(read(page)));
  const missing = named.filter((name) => {
    const [file = '', ...titles] = name.split(' > ');
    const isThere = fs.existsSync(path.join(ROOT, file));
    return !isThere || !testsOf(path.join(ROOT, file)).has(titles.join(' > '));
  });
  expect(named.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
