import type { BlockGroup, WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';
import { withMembers } from '../document/frames';
import type { EditorState } from '../store/editor-store';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';
import type { RunState } from '../store/run-state';
import type { Mark } from './draw-shapes';

export type GroupMark = Extract<Mark, 'error' | 'running' | 'warning' | 'success' | 'problem'>;

interface Seen {
  blocks: WorkflowDocument['blocks'];
  runs: RunState['blocks'];
  problems: readonly WorkflowProblem[];
}

/** Cached, as it is read on every change of the editor, also while dragging, when none of these change. */
const known = new WeakMap<BlockGroup, Seen & { mark: GroupMark | undefined }>();

/** Returns the most severe status of its blocks in a run, else that one of them has problems. */
export function markOfGroup(
  state: Pick<EditorState, 'document' | 'run' | 'problems' | 'fresh' | 'openBlockId'>,
  group: BlockGroup,
): GroupMark | undefined {
  const { document, run } = state;
  const seen: Seen = { blocks: document.blocks, runs: run.blocks, problems: shownProblems(state) };
  const last = known.get(group);
  const stands = last?.blocks === seen.blocks && last.runs === seen.runs && last.problems === seen.problems;
  if (stands) return last.mark;
  const mark = findMark(withMembers(document, group.blockIds), seen);
  known.set(group, { ...seen, mark });
  return mark;
}

function findMark(ids: ReadonlySet<string>, { runs, problems }: Seen): GroupMark | undefined {
  const statuses = new Set(Array.from(ids, (id) => runs[id]?.status));
  const gravest = (['error', 'running', 'warning', 'success'] as const).find((one) => statuses.has(one));
  if (gravest !== undefined) return gravest;
  for (const id of ids) if (problemsOfBlock(problems, id).length > 0) return 'problem';
  return undefined;
}
