import type { WorkflowProblem } from '@/lib/core/workflow/schema';

/** Problems said at their row (`headers.2`, `headers[2].key`), and those of the whole table. */
export function problemsByRow(problems: readonly WorkflowProblem[], field: string) {
  const byRow = new Map<number, string>();
  const others: WorkflowProblem[] = [];
  for (const problem of problems) {
    const row = /^[.[](\d+)/.exec(problem.field?.slice(field.length) ?? '')?.[1];
    if (row === undefined) others.push(problem);
    else byRow.set(Number(row), [byRow.get(Number(row)), problem.message].filter(Boolean).join(' '));
  }
  return { byRow, others };
}
