import { wholeIn } from '@/lib/core/blocks/whole-outputs-at';
import { knownHeads } from '@/lib/core/references/find-references';
import { isEscaped } from '@/lib/core/references/grammar';
import { parseTemplate } from '@/lib/core/references/template';
import { findUnread } from '@/lib/core/references/unread-references';
import type { Chip, ChipScope } from './chips';

/** Up to its end on the same line, else up to the next blank. */
const UNREAD = /^<(?:[^<>\n]{0,200}>|[^\s<>]{0,200})/;

/**
 * Returns what begins as a reference to a block of the workflow and is none, such as `<api.` that isn't
 * closed. They are described as chips are, but stay text that is edited letter by letter.
 */
export function readUnread(text: string, { blocks, place = 'none' }: ChipScope): Chip[] {
  if (!text.includes('<')) return [];
  const isKnownHead = knownHeads(blocks.keys());
  const template = parseTemplate(text, isKnownHead, 'ours', wholeIn(text, place, isKnownHead));
  const found = findUnread(template, isKnownHead).map(({ start, message }) => {
    const source = UNREAD.exec(text.slice(start, start + LONGEST))?.[0] ?? '<';
    return doubtful(start, source, message);
  });
  const begun = place === 'code' ? null : readBegun(text);
  return begun === null || found.some(({ end }) => end > begun.start) ? found : [...found, begun];
}

const doubtful = (start: number, source: string, reason: string): Chip => ({
  start,
  end: start + source.length,
  source,
  look: 'doubtful',
  reason,
  type: '',
  origin: '',
});

/** `<`, alone or with the beginning of a name behind it. */
const BEGUN = /^<(?:[A-Za-z_][\w-]{0,100})?$/;

/** Returns what was typed to find a value when none was chosen: a `<` near the end of the text. */
function readBegun(text: string): Chip | null {
  const start = text.lastIndexOf('<');
  const source = text.slice(start, start + LONGEST);
  if (!BEGUN.test(source) || isEscaped(text, start)) return null;
  const words = `${source} stays text: no value was chosen. Choose one from the suggestions, or write a space after it.`;
  return doubtful(start, source, words);
}

const LONGEST = 202;
