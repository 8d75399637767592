/** One branch of a condition, as authored. */
export interface Branch {
  id: string;
  label: string;
  expression: string;
}

export function branchesOf(value: unknown): Branch[] {
  if (!Array.isArray(value)) return [];
  return value.map((branch: Partial<Branch> | null) => ({
    ...branch,
    id: String(branch?.id ?? ''),
    label: String(branch?.label ?? ''),
    expression: String(branch?.expression ?? ''),
  }));
}

/** Appends a branch; ids of removed branches may be reused, as their edges were removed long ago. */
export function withNewBranch(branches: readonly Branch[]): Branch[] {
  let number = branches.length + 1;
  while (branches.some(({ id }) => id === `branch-${number}`)) number += 1;
  return [...branches, { id: `branch-${number}`, label: '', expression: '' }];
}

export function nameOfBranch({ label }: Branch, index: number): string {
  return label.trim() === '' ? `Branch ${index + 1}` : label.trim();
}
