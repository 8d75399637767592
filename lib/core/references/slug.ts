/** What references call a block: its name in lowercase without spaces. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

/** Heads that mean something without being a block. */
export const RESERVED_HEADS: ReadonlySet<string> = new Set(['loop', 'parallel', 'variable']);
