import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, type GuideHeading, sectionsOf } from '@/components/docs/guide-headings';
import type { GuideWords } from '@/components/docs/search-guides';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { blockGuide } from './block-guide';

/** A page of docs/ as the product shows it. */
export interface GuideFile {
  /** Below `/docs`, such as `guide/settings`. */
  path: string;
  title: string;
  text: string;
  headings: GuideHeading[];
}

export interface GuideSection {
  title: string;
  pages: GuideFile[];
}

const FOLDER = join(process.cwd(), 'docs');

/** The guides in reading order; a page that no section names is a design decision. */
const SECTIONS: ReadonlyArray<[title: string, paths: readonly string[]]> = [
  [
    'Guides',
    [
      'guide/first-workflow',
      'guide/what-it-does',
      'guide/references',
      'guide/triggers',
      'guide/versions-and-environments',
      'guide/hold-and-unpublish',
      'guide/runs-at-once',
      'guide/budgets',
      'guide/errors-and-retries',
      'guide/later-tries',
      'guide/error-codes',
      'guide/error-groups',
      'guide/loops-and-scale',
      'guide/files',
      'guide/agents-and-cost',
      'guide/logs-and-replay',
      'guide/many-runs',
      'guide/kept-data',
      'guide/tests',
      'guide/teams',
      'guide/coming-from',
      'guide/what-breaks-elsewhere',
      'glossary',
    ],
  ],
  [
    'From code',
    [
      'guide/from-code',
      'guide/keep-in-code',
      'guide/polling-the-logs',
      'guide/receive-webhooks',
      'webhooks',
      'incoming-webhooks',
      'guide/keys-and-limits',
    ],
  ],
  ['Running Millrace', ['guide/settings', 'operations', 'database', 'guide/security']],
];

const read = (path: string): GuideFile => pageOf(path, readFileSync(join(FOLDER, `${path}.md`), 'utf8'));

function pageOf(path: string, text: string): GuideFile {
  const [first, ...headings] = anchorsOf(text);
  return { path, title: first?.title ?? path, text, headings: headings.filter(({ level }) => level === 2) };
}

const decisions = readdirSync(join(FOLDER, 'decisions'))
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => read(`decisions/${name.replace(/\.md$/, '')}`));

const blocks = [...blockDefinitions.values()].map((definition) =>
  pageOf(`guide/blocks/${definition.type}`, blockGuide(definition)),
);

const [guides, ...others] = SECTIONS.map(([title, paths]) => ({ title, pages: paths.map(read) }));

export const guideSections: readonly GuideSection[] = [
  guides!,
  { title: 'Blocks', pages: blocks },
  ...others,
  { title: 'Design decisions', pages: decisions },
];

export const guidePages: readonly GuideFile[] = guideSections.flatMap(({ pages }) => pages);

/**
 * What the search finds. Design decisions are found by title and headings only: they are long, for maintainers.
 */
export const guideWords: readonly GuideWords[] = guidePages.flatMap(({ path, title: page, text }) =>
  sectionsOf(text).map(({ level, title, anchor, words }) => ({
    // Text directly under the title belongs to the page as a whole.
    ...(level === 1
      ? { id: `/docs/${path}`, heading: '' }
      : { id: `/docs/${path}#${anchor}`, heading: title }),
    page,
    words: path.startsWith('decisions/') ? '' : words,
  })),
);
