import fs from 'node:fs';
import { guidePages } from '../../app/docs/guide-files';
import { proseFaults } from './plain-words';

const READMES = ['README.md', ...['cli', 'sdk', 'python'].map((name) => `packages/${name}/README.md`)];
const README_WORDS = 25;
const GUIDE_WORDS = 25;
/** Pages rendered from definitions, and those for operators, may have longer sentences. */
const OTHER_WORDS = 30;

/** The READMEs, the guides and the pages of blocks are in plain words and short sentences. */
export async function lintProse(): Promise<string[]> {
  const faults: string[] = [];
  for (const page of READMES)
    faults.push(...(await faultsIn(page, fs.readFileSync(page, 'utf8'), README_WORDS)));
  for (const { path: at, text } of guidePages.filter((page) => !page.path.startsWith('decisions/')))
    faults.push(...(await faultsIn(nameOf(at), text, /^guide\/[^/]+$/.test(at) ? GUIDE_WORDS : OTHER_WORDS)));
  return faults;
}

async function faultsIn(page: string, text: string, maxWords: number): Promise<string[]> {
  const faults = await proseFaults(text, maxWords);
  return faults.map(({ line, reason }) => `${page}:${line}: ${reason}`);
}

/** The page of a block has no file: its words are in the definition. */
function nameOf(at: string): string {
  const file = `docs/${at}.md`;
  return fs.existsSync(file) ? file : `/docs/${at}`;
}
