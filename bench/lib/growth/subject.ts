/** One loop over what an author or a stranger gives, with the input that costs it most. */
export interface Subject {
  /** The row of the table in `docs/decisions/budgets.md` that it is part of. */
  kind: string;
  name: string;
  /** The unit of the size: `characters`, `blocks`, `members`. */
  unit: string;
  /** The smallest measured size; it is measured at two and four times that as well. */
  size: number;
  /** Makes an input of that size; only the returned work is measured. */
  make(size: number): () => unknown;
}
