'use client';

import type { Chip } from './chips';
import { previewOf } from './completion';

export interface ChipNotesProps {
  /** The id for the text's `aria-describedby`. */
  id: string;
  chips: readonly Chip[];
  /** The chip at the caret. */
  touched: Chip | null;
}

/**
 * Text for screen readers: the problems of a text's references, and the value of the one at the caret.
 */
export function ChipNotes({ id, chips, touched }: ChipNotesProps) {
  const wrong = chips.filter((chip) => chip.reason !== null);
  return (
    <>
      <span id={id} className="sr-only">
        {wrong.map(({ start, source, reason }) => (
          <span key={start}>{`${source}: ${reason} `}</span>
        ))}
      </span>
      <span role="status" className="sr-only">
        {touched === null ? '' : wordsFor(touched)}
      </span>
    </>
  );
}

function wordsFor({ source, type, origin, reason, last, look }: Chip): string {
  const kind = look === 'variable' ? 'Variable' : look === 'broken' ? 'Broken reference' : 'Reference';
  const value = last === undefined ? '' : `, last ${previewOf(last.value)}`;
  const from = origin === '' ? '' : ` from ${origin}`;
  const typed = type === '' || look === 'variable' ? '' : `, ${type}${from}`;
  return `${kind} ${source}${typed}${value}. ${reason ?? ''}`;
}
