/** A text in which a reference can be put. */
export interface InsertTarget {
  blockId: string;
  /** What people call it: "URL". */
  label: string;
  /** Puts the text in place of the selection and gives it the focus. */
  insert: (text: string) => void;
}

let last: InsertTarget | null = null;

/** Remembers the text that had the focus last, as long as it is on screen. */
export function noteFocused(target: InsertTarget): void {
  last = target;
}

export function forgetField(target: InsertTarget): void {
  if (last === target) last = null;
}

/** Where a click on a value of another block can put its reference; null when no such text is open. */
export function lastFocusedField(): InsertTarget | null {
  return last;
}
