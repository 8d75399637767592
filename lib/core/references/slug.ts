/** Returns the name of a block in references: lowercase, without spaces. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

/** The head of references to values that blocks set for a run: `<variable.name>`. */
export const RUN_VARIABLES = 'variable';

/** Heads that have a meaning without being a block. */
export const RESERVED_HEADS: ReadonlySet<string> = new Set(['loop', 'parallel', RUN_VARIABLES]);
