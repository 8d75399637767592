import { wholeIn } from '@/lib/core/blocks/whole-outputs-at';
import { knownHeads } from '@/lib/core/references/find-references';
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
  return findUnread(template, isKnownHead).map(({ start, message }) => {
    const source = UNREAD.exec(text.slice(start, start + LONGEST))?.[0] ?? '<';
    const end = start + source.length;
    return { start, end, source, look: 'doubtful', reason: message, type: '', origin: '' };
  });
}

const LONGEST = 202;
