'use client';

import type { BlockGroup } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { withMembers } from '../document/frames';
import { useEditor } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';

/** The gravest of what its blocks did in a run, else that something is wrong with one of them. */
function markOf(state: EditorState, { blockIds }: BlockGroup): string | undefined {
  const ids = [...withMembers(state.document, blockIds)];
  const statuses = new Set(ids.map((id) => state.run.blocks[id]?.status));
  const gravest = (['error', 'running', 'warning', 'success'] as const).find((one) => statuses.has(one));
  if (gravest !== undefined) return gravest;
  return ids.some((id) => problemsOfBlock(shownProblems(state), id).length > 0) ? 'problem' : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  error: 'Failed',
  running: 'Running',
  warning: 'With warnings',
  success: 'Success',
  problem: 'Has problems',
};

/** Below the title of a collapsed group: how many blocks it stands for, and how these are. */
export function GroupSummary({ group }: { group: BlockGroup }) {
  const mark = useEditor((state) => markOf(state, group));
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
