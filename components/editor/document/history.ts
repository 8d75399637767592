import type { WorkflowDocument } from '@/lib/core/workflow/schema';

const MAX_STEPS = 200;
const MERGE_WINDOW_MS = 1_200;

export interface HistoryStep {
  /** The document before (in `past`) or after (in `future`) the step. */
  document: WorkflowDocument;
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

/**
 * Remembers `before` as what undoing this step gives back. Steps with the same `mergeKey` in quick succession
 * (typing in one field) become one.
 */
export function recordStep(
  history: History,
  before: WorkflowDocument,
  step: Omit<HistoryStep, 'document'>,
): History {
  const last = history.past.at(-1);
  const merges =
    last !== undefined &&
    step.mergeKey !== undefined &&
    last.mergeKey === step.mergeKey &&
    history.future.length === 0 &&
    step.atMs - last.atMs < MERGE_WINDOW_MS;
  const past = merges
    ? [...history.past.slice(0, -1), { ...last, atMs: step.atMs }]
    : [...history.past, { ...step, document: before }].slice(-MAX_STEPS);
  return { past, future: [] };
}

export function undoStep(history: History, current: WorkflowDocument) {
  const step = history.past.at(-1);
  if (step === undefined) return null;
  return {
    document: step.document,
    label: step.label,
    history: {
      past: history.past.slice(0, -1),
      // Without its key: typing on after an undo and redo starts a step of its own.
      future: [...history.future, { ...step, mergeKey: undefined, document: current }],
    },
  };
}

export function redoStep(history: History, current: WorkflowDocument) {
  const step = history.future.at(-1);
  if (step === undefined) return null;
  return {
    document: step.document,
    label: step.label,
    history: {
      past: [...history.past, { ...step, document: current }],
      future: history.future.slice(0, -1),
    },
  };
}
