/** What references call a block: its name in lowercase without spaces. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

/** What references call the values that blocks set for a run: `<variable.name>`. */
export const RUN_VARIABLES = 'variable';

/** Heads that mean something without being a block. */
export const RESERVED_HEADS: ReadonlySet<string> = new Set(['loop', 'parallel', RUN_VARIABLES]);
