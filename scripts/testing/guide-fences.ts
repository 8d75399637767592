import fs from 'node:fs';
import path from 'node:path';

/** A block of code of a guide: the words behind its fence say how a test runs it. */
export interface GuideFence {
  /** Name of the file in docs/guide. */
  page: string;
  /** Line of the file on which it begins. */
  line: number;
  language: string;
  text: string;
}

const FOLDER = path.resolve(import.meta.dirname, '../../docs/guide');
const FENCE = '```';

/** All of them by page, in the order in which they are read. */
export const guideFences = (): Map<string, GuideFence[]> =>
  new Map(
    fs
      .readdirSync(FOLDER)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((page) => [page, fencesOf(page, fs.readFileSync(path.join(FOLDER, page), 'utf8'))]),
  );

/** Throws when a fence is left open, because the page would end as code. */
export function fencesOf(page: string, text: string): GuideFence[] {
  const fences: GuideFence[] = [];
  let open: { line: number; language: string; lines: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const isFence = line.startsWith(FENCE);
    if (open === null) {
      if (isFence) open = { line: index + 1, language: line.slice(FENCE.length).trim(), lines: [] };
    } else if (isFence) {
      fences.push({ page, line: open.line, language: open.language, text: open.lines.join('\n') });
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) throw new Error(`${page}:${open.line} begins a block of code that never ends.`);
  return fences;
}

/** One command a line, with the lines that a backslash joins to it. */
export const commandsOf = ({ text }: GuideFence): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
