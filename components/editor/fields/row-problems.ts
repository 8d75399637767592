import type { ReactNode } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { problemNote } from './problem-note';

/** The problem of one row of a table. */
export interface RowProblem {
  words: ReactNode;
  /** True if only the value is invalid; else the key is, or both are. */
  isValue: boolean;
}

/** Splits problems into those of a row (`headers.2`, `headers[2].key`) and those of the whole table. */
export function problemsByRow(problems: readonly WorkflowProblem[], place: string) {
  const ofRows = new Map<number, WorkflowProblem[]>();
  const others: WorkflowProblem[] = [];
  for (const problem of problems) {
    const row = /^[.[](\d+)/.exec(problem.field?.slice(place.length) ?? '')?.[1];
    if (row === undefined) others.push(problem);
    else ofRows.set(Number(row), [...(ofRows.get(Number(row)) ?? []), problem]);
  }
  const byRow = new Map<number, RowProblem>();
  for (const [row, own] of ofRows) {
    const words = problemNote(own);
    byRow.set(row, { words, isValue: own.every(({ field }) => field?.endsWith('.value')) });
  }
  return { byRow, others };
}
