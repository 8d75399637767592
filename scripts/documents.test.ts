import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guidePages } from '../app/docs/guide-files';
import { anchorsOf, withoutCode } from '../components/docs/guide-headings';
import { testsOf } from './lib/contract-table';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (page: string): string => fs.readFileSync(path.join(ROOT, page), 'utf8');

const pagesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const PAGES = ['.', 'bench', 'docs', 'docs/guide', 'docs/decisions'].flatMap(pagesIn);

/** Of pages that the product draws, by their address there: a block's has no file. */
const DRAWN = new Map(guidePages.map(({ path: at, text }) => [`/docs/${at}`, text]));
/** The API reference, whose parts have anchors of their own. */
const REFERENCE = '/docs';

function isBrokenAddress(link: string): boolean {
  const [address = '', anchor] = link.split('#');
  if (address === REFERENCE) return false;
  const text = DRAWN.get(address);
  if (text === undefined) return true;
  return anchor !== undefined && !anchorsOf(text).some((heading) => heading.anchor === anchor);
}

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const broken = links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    if (link.startsWith('/')) return isBrokenAddress(link);
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!fs.existsSync(path.join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).some((heading) => heading.anchor === anchor);
  });
  expect(broken).toEqual([]);
});

const MAX_README_LINES = 150;
const MAX_WORDS = 25;
const MAX_PARAGRAPH_LINES = 4;

/** Paragraphs, list items and cells of tables: what is read at a stretch. */
function passagesOf(text: string): string[] {
  return withoutCode(text)
    .split(/\n\s*\n|\n(?=[-|]|\d+[.] )/)
    .flatMap((part) => (part.startsWith('|') ? part.split('|') : [part]))
    .map((part) => part.replace(/^\s*(?:-|\d+[.]|#+) /, '').trim())
    .filter((part) => part !== '');
}

function longSentencesOf(text: string): string[] {
  const sentences = passagesOf(text).flatMap((passage) => passage.split(/(?<=[.?!:;])\s+/));
  return sentences.filter((sentence) => sentence.split(/\s+/).length > MAX_WORDS);
}

test('the README is short, and so are its paragraphs and sentences', () => {
  const text = read('README.md');
  expect(text.split('\n').length).toBeLessThan(MAX_README_LINES);
  expect(longSentencesOf(text)).toEqual([]);
  const long = passagesOf(text).filter((passage) => passage.split('\n').length > MAX_PARAGRAPH_LINES);
  expect(long).toEqual([]);
});

test('every guide is among the pages that the product shows', () => {
  const shown = new Set(guidePages.map(({ path: at }) => `docs/${at}.md`));
  expect(pagesIn('docs/guide').filter((page) => !shown.has(page))).toEqual([]);
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

test.each(pagesIn('docs/guide'))('%s has no long sentences', (page) => {
  expect(longSentencesOf(read(page))).toEqual([]);
});
