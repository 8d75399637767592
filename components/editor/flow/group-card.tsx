'use client';

import type { BlockGroup } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { useEditor } from '../store/editor-context';
import { type GroupMark, markOfGroup } from './group-mark';

const WORDS: Readonly<Record<GroupMark, string>> = {
  error: 'Failed',
  running: 'Running',
  warning: 'With warnings',
  success: 'Success',
  problem: 'Has problems',
};

/** The line below a collapsed group's title: the number of its blocks, and their status. */
export function GroupSummary({ group }: { group: BlockGroup }) {
  const mark = useEditor((state) => markOfGroup(state, group));
  return (
    <p data-mark={mark} className="flex items-center gap-1.5 px-3 text-2xs text-muted">
      <span className="tabular">{countOf(group.blockIds.length, 'block')}</span>
      {mark === undefined ? null : (
        <>
          <span className={cn('flow-group-mark size-2 shrink-0 rounded-full')} aria-hidden />
          <span>{WORDS[mark]}</span>
        </>
      )}
    </p>
  );
}
