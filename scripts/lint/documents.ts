import fs from 'node:fs';
import path from 'node:path';
import { errorNotes } from '../../app/docs/error-meanings';
import { guidePages } from '../../app/docs/guide-files';
import { withoutCode } from '../../components/docs/guide-headings';
import { GUIDES_PATH } from '../../components/page/paths';
import { editorSchemas } from '../../lib/core/block-schemas/workflow-schemas';
import { getOpenApiEndpoint } from '../../lib/services/openapi/openapi-endpoint';
import { lineAt } from './line-at';
import { brokenLinks, isBrokenAddress, type Site } from './links';
import { testExists } from './named-tests';
import { tooFew } from './too-few';

const PACKAGES = ['packages/cli', 'packages/sdk', 'packages/python'];
const FOLDERS = ['.', 'bench', 'docs', 'docs/guide', 'docs/decisions', 'docs/contract', ...PACKAGES];
const LEAST_DRAWN_PAGES = 11;
const LEAST_ADDRESSES = 2;
const LEAST_NAMED_TESTS = 16;

const read = (file: string): string => fs.readFileSync(file, 'utf8');

const pagesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const sourcesIn = (folder: string): Array<[file: string, text: string]> =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => [path.join(folder, name), read(path.join(folder, name))]);

/** Links, addresses and names of tests in the documents lead somewhere; the README is short. */
export function lintDocuments(): string[] {
  const site = readSite();
  return [
    ...FOLDERS.flatMap(pagesIn).flatMap((page) => linkFaults(read(page), page, site)),
    ...drawnPageFaults(site),
    ...addressFaults(site),
    ...readmeFaults(),
    ...placeFaults(),
    ...namedTestFaults(),
  ];
}

function readSite(): Site {
  const parts = sourcesIn('components/docs').flatMap(([, text]) =>
    [...text.matchAll(/<\w*Part id="([\w-]+)"/g)].map(([, id]) => id!),
  );
  return {
    drawn: new Map(guidePages.map(({ path: at, text }) => [`/docs/${at}`, text])),
    referenceAnchors: new Set([...parts, ...errorNotes.map(({ code }) => `error-${code}`)]),
    files: new Set([
      getOpenApiEndpoint.path,
      ...[...editorSchemas().keys()].map((file) => `/schemas/${file}`),
    ]),
  };
}

const linkFaults = (text: string, page: string, site: Site, name = page): string[] =>
  brokenLinks(text, page, site).map((link) => {
    const line = lineAt(text, text.indexOf(`](${link})`));
    return `${name}:${line}: ${link} leads nowhere: name a page and a heading that are there`;
  });

/** Pages of blocks have no file. */
function drawnPageFaults(site: Site): string[] {
  const drawn = guidePages.filter(({ path: at }) => !fs.existsSync(`docs/${at}.md`));
  return [
    ...tooFew(drawn.length, LEAST_DRAWN_PAGES, 'pages without a file'),
    // Relative links would depend on where such a page is shown.
    ...drawn.flatMap(({ path: at, text }) => linkFaults(text, `${at}.md`, site, `/docs/${at}`)),
  ];
}

/** Finds addresses of guides in the code that lead nowhere. */
function addressFaults(site: Site): string[] {
  const linked = ['app', 'components', 'lib'].flatMap(sourcesIn).flatMap(([file, text]) =>
    [...text.matchAll(/['"`](\/docs\/[\w/-]+(?:#[\w-]+)?)(?:['"`]|#?(\$\{))/g)].map((match) => ({
      at: `${file}:${lineAt(text, match.index)}`,
      address: match[1]!,
      isStart: match[2] !== undefined,
    })),
  );
  const broken = linked.filter(({ address, isStart }) =>
    isStart
      ? ![...site.drawn.keys()].some((page) => page.startsWith(address))
      : isBrokenAddress(address, site),
  );
  return [
    ...tooFew(linked.length, LEAST_ADDRESSES, 'addresses of guides in the code'),
    ...broken.map(({ at, address }) => `${at}: ${address} leads nowhere: name a guide that is there`),
  ];
}

const README = 'README.md';
const MOST_README_LINES = 149;
const MOST_PARAGRAPH_LINES = 4;

/** Returns paragraphs, list items and cells of tables: what is read at a stretch. */
function passagesOf(text: string): string[] {
  return withoutCode(text)
    .split(/\n\s*\n|\n(?=[-|]|\d+[.] )/)
    .flatMap((part) => (part.startsWith('|') ? part.split('|') : [part]))
    .map((part) => part.replace(/^\s*(?:-|\d+[.]|#+) /, '').trim())
    .filter((part) => part !== '');
}

function readmeFaults(): string[] {
  const text = read(README);
  const lines = text.split('\n').length;
  return [
    ...(lines > MOST_README_LINES
      ? [`${README}: has ${lines} lines: move some to docs/guide, until they are ${MOST_README_LINES}`]
      : []),
    ...passagesOf(text)
      .filter((passage) => passage.split('\n').length > MOST_PARAGRAPH_LINES)
      .map((passage) => {
        const line = lineAt(text, text.indexOf(passage));
        return `${README}:${line}: a passage of more than ${MOST_PARAGRAPH_LINES} lines: shorten or divide it`;
      }),
  ];
}

/** Every page for readers is shown by the product, and “Guides” leads to the first of them. */
function placeFaults(): string[] {
  const shown = new Set(guidePages.map(({ path: at }) => `docs/${at}.md`));
  const first = `/docs/${guidePages[0]?.path}`;
  return [
    ...[...pagesIn('docs'), ...pagesIn('docs/guide')]
      .filter((page) => !shown.has(page))
      .map((page) => `${page}: the product does not show it: add it to SECTIONS in app/docs/guide-files.ts`),
    ...(first === GUIDES_PATH
      ? []
      : [`components/page/paths.ts: the first guide is ${first}: GUIDES_PATH has to lead there`]),
  ];
}

/** Returns each `path > describe > test` in a span of code. */
const namedTestsIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/`([^`\s]+\.(?:test|spec)\.tsx? > [^`]+)`/g)].map(([, name]) => name!);

function namedTestFaults(): string[] {
  const named = pagesIn('docs/guide').flatMap((page) => {
    const text = read(page);
    return namedTestsIn(text).map((name) => ({ name, at: `${page}:${lineAt(text, text.indexOf(name))}` }));
  });
  return [
    ...tooFew(named.length, LEAST_NAMED_TESTS, 'names of tests in docs/guide'),
    ...named
      .filter(({ name }) => !testExists(name))
      .map(({ name, at }) => `${at}: there is no test “${name}”: name one that is there`),
  ];
}
