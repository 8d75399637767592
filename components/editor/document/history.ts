import type { WorkflowDocument } from '@/lib/core/workflow/schema';

const MAX_STEPS = 200;
const MERGE_WINDOW_MS = 1_200;

export interface DocumentChange {
  before: WorkflowDocument;
  after: WorkflowDocument;
}

export interface HistoryStep {
  /** In order; another user may have changed the document between two of them. */
  changes: readonly DocumentChange[];
  /** The name of the step, for example `Rename block`. */
  label: string;
  mergeKey?: string;
  atMs: number;
}

export interface History {
  past: HistoryStep[];
  future: HistoryStep[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** Applies a change to a document that others may have changed meanwhile. */
export type MergeChange = (
  before: WorkflowDocument,
  after: WorkflowDocument,
  onto: WorkflowDocument,
) => WorkflowDocument;

/** Records a step; steps with the same `mergeKey` in quick succession (typing) become one. */
export function recordStep(
  history: History,
  change: DocumentChange,
  step: Omit<HistoryStep, 'changes'>,
): History {
  const last = history.past.at(-1);
  const merges =
    last !== undefined &&
    step.mergeKey !== undefined &&
    last.mergeKey === step.mergeKey &&
    history.future.length === 0 &&
    step.atMs - last.atMs < MERGE_WINDOW_MS;
  const past = merges
    ? [...history.past.slice(0, -1), { ...last, changes: joined(last.changes, change), atMs: step.atMs }]
    : [...history.past, { ...step, changes: [change] }].slice(-MAX_STEPS);
  return { past, future: [] };
}

function joined(changes: readonly DocumentChange[], change: DocumentChange): DocumentChange[] {
  const last = changes.at(-1);
  if (last?.after !== change.before) return [...changes, change];
  return [...changes.slice(0, -1), { before: last.before, after: change.after }];
}

/** Reverts only the changes of the last step; later changes by others stay. */
export function undoStep(history: History, current: WorkflowDocument, merge: MergeChange) {
  const step = history.past.at(-1);
  if (step === undefined) return null;
  const document = step.changes.reduceRight(
    (onto, { before, after }) => (onto === after ? before : merge(after, before, onto)),
    current,
  );
  return {
    document,
    label: step.label,
    history: {
      past: history.past.slice(0, -1),
      // Without its key, so that typing on after an undo and redo starts a step of its own.
      future: [
        ...history.future,
        { ...step, mergeKey: undefined, changes: [{ before: document, after: current }] },
      ],
    },
  };
}

export function redoStep(history: History, current: WorkflowDocument, merge: MergeChange) {
  const step = history.future.at(-1);
  if (step === undefined) return null;
  const document = step.changes.reduce(
    (onto, { before, after }) => (onto === before ? after : merge(before, after, onto)),
    current,
  );
  return {
    document,
    label: step.label,
    history: {
      past: [...history.past, { ...step, changes: [{ before: current, after: document }] }],
      future: history.future.slice(0, -1),
    },
  };
}
