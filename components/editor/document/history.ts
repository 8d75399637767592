import type { WorkflowDocument } from '@/lib/core/workflow/schema';

const MAX_STEPS = 200;
const MERGE_WINDOW_MS = 1_200;

export interface DocumentChange {
  before: WorkflowDocument;
  after: WorkflowDocument;
}

export interface HistoryStep {
  /** In order; between two of them somebody else changed the document. */
  changes: readonly DocumentChange[];
  /** What was done, for example `Rename block`. */
  label: string;
  mergeKey?: string;
  atMs: number;
}

export interface History {
  past: HistoryStep[];
  future: HistoryStep[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** A change made to a document that others may have changed meanwhile. */
export type MergeChange = (
  before: WorkflowDocument,
  after: WorkflowDocument,
  onto: WorkflowDocument,
) => WorkflowDocument;

/** Steps with the same `mergeKey` in quick succession (typing in one field) become one. */
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

/** Takes back what the last step changed, and nothing else: what others did since stays. */
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
      // Without its key: typing on after an undo and redo starts a step of its own.
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
