'use client';

import { useEffect, useRef, useState } from 'react';
import type { Present } from '@/lib/services/shared-edits/schema';
import { Tooltip } from '../../ui/tooltip';
import { useEditor } from '../store/editor-context';
import { colourOf, initialsOf } from './colour-of';

const MOST_SHOWN = 4;
const CIRCLE = 'grid size-6 place-items-center rounded-full border-2 border-surface not-first:-ml-1.5';

/** The other users who have the workflow open, at the end of its bar. */
export function WhoIsHere() {
  const present = useEditor((state) => state.present);
  const people = firstOfEach(present);
  const shown = people.slice(0, MOST_SHOWN);
  const names = people.map(({ name }) => name);
  return (
    <>
      {people.length === 0 ? null : (
        <Tooltip content={`${listOf(names)} ${names.length === 1 ? 'is' : 'are'} here too.`}>
          <ul
            aria-label="Also here"
            data-testid="also-here"
            className="flex shrink-0 items-center @max-md/bar:hidden"
          >
            {shown.map(({ clientId, userId, name }) => (
              <li key={clientId} className={CIRCLE} style={{ background: colourOf(userId) }}>
                <span aria-hidden className="font-medium text-[10px] text-white">
                  {initialsOf(name)}
                </span>
                <span className="sr-only">{name}</span>
              </li>
            ))}
            {people.length > MOST_SHOWN ? (
              <li className="ml-1 text-muted text-xs">+{people.length - MOST_SHOWN}</li>
            ) : null}
          </ul>
        </Tooltip>
      )}
      <Announcement names={names} />
    </>
  );
}

/** Returns one window of each person. */
function firstOfEach(present: readonly Present[]): Present[] {
  return [...new Map(present.toReversed().map((one) => [one.userId, one])).values()].reverse();
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** Announces new users to screen readers. */
function Announcement({ names }: { names: readonly string[] }) {
  const known = useRef<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const all = names.join('\n');
  useEffect(() => {
    const now = new Set(all === '' ? [] : all.split('\n'));
    const come = [...now].filter((name) => !known.current.has(name));
    known.current = now;
    if (come.length > 0) setWords(`${listOf(come)} opened this workflow.`);
  }, [all]);
  return (
    <span aria-live="polite" className="sr-only">
      {words}
    </span>
  );
}
