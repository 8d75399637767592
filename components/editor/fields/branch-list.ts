import { shortId } from '../document/short-id';

/** One way out of a block, as authored. Edges name its `id`, so it never changes. */
export interface EditedBranch {
  id: string;
  label: string;
  expression: string;
}

/** Branches as authored may lack parts; what else they hold is kept. */
export function branchesOf(value: unknown): EditedBranch[] {
  if (!Array.isArray(value)) return [];
  return value.map((branch: Partial<EditedBranch> | null, index) => ({
    ...branch,
    id: String(branch?.id ?? `branch-${index + 1}`),
    label: String(branch?.label ?? ''),
    expression: String(branch?.expression ?? ''),
  }));
}

export function newBranch(branches: readonly EditedBranch[]): EditedBranch {
  return { id: shortId(), label: freeLabel(branches), expression: '' };
}

function freeLabel(branches: readonly EditedBranch[]): string {
  const taken = new Set(branches.map((branch) => branch.label.trim().toLowerCase()));
  if (!taken.has('if')) return 'If';
  for (let number = branches.length + 1; ; number++)
    if (!taken.has(`branch ${number}`)) return `Branch ${number}`;
}
