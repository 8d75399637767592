import { applyChange, withoutBlocks } from '@/lib/core/assistant/apply-change';
import type { ProposedChange } from '@/lib/core/assistant/change';
import { countChanges, type DocumentDiff, diffDocuments } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { EditorState } from '../store/editor-store';
import { placeProposed } from './place-proposed';

export interface Proposed {
  before: WorkflowDocument;
  after: WorkflowDocument;
  diff: DocumentDiff;
  /** The reason that it can't be applied now; null when it can. */
  refusal: string | null;
}

/** Applies the change to the current workflow, which others may have changed since the model saw it. */
export function proposedNow(
  { document: before, check, variables, connections }: EditorState,
  change: ProposedChange,
  leftOut: ReadonlySet<string>,
): Proposed {
  const taken = withoutBlocks(change, leftOut, before);
  const after = placeProposed(before, applyChange(before, taken));
  const diff = diffDocuments(before, after);
  const were = new Set(check(before, { variables, connections }).map(({ message }) => message));
  const wrong = check(after, { variables, connections }).find(
    ({ refuses, message }) => refuses && !were.has(message),
  );
  check(before, { variables, connections });
  const nothing = countChanges(diff) === 0 ? 'There are no changes left to apply.' : null;
  return { before, after, diff, refusal: wrong?.message ?? nothing };
}
