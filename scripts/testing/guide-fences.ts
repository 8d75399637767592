import fs from 'node:fs';
import path from 'node:path';

/** A code block of a guide: the words after its fence tell how a test runs it. */
export interface GuideFence {
  /** Name of the file in docs/guide. */
  page: string;
  /** The line of the file on which it begins. */
  line: number;
  language: string;
  text: string;
}

const FOLDER = path.resolve(import.meta.dirname, '../../docs/guide');
const FENCE = '```';

/** Returns all code blocks by page, in reading order. */
export const guideFences = (): Map<string, GuideFence[]> =>
  new Map(
    fs
      .readdirSync(FOLDER)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((page) => [page, fencesOf(page, fs.readFileSync(path.join(FOLDER, page), 'utf8'))]),
  );

/** Throws if a fence is left open, because the rest of the page would be code. */
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

/** Returns one command per line, with its continuation lines. */
export const commandsOf = ({ text }: GuideFence): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
