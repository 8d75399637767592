import { RESERVED_HEADS, slugOf } from '@/lib/core/references/slug';
import { plainName } from '@/lib/core/workflow/plain-name';
import { BlockName, type WorkflowDocument } from '@/lib/core/workflow/schema';

/**
 * Returns `wanted`, or `wanted` with the lowest number from 2 that is free here and in `alsoTaken` (slugs);
 * from 1 if `wanted` itself is reserved in references.
 */
export function uniqueBlockName(
  document: WorkflowDocument,
  wanted: string,
  alsoTaken: ReadonlySet<string> = new Set(),
): string {
  const names = new FreeNames(document, alsoTaken);
  return names.isFree(wanted) && !alsoTaken.has(slugOf(wanted)) ? wanted : names.instead(wanted);
}

/** Finds names for many new blocks. Names are only ever taken, so the next number of a stem never falls. */
export class FreeNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(
    document: WorkflowDocument,
    readonly alsoTaken: ReadonlySet<string>,
  ) {
    this.#taken = new Set(Object.values(document.blocks).map((block) => slugOf(block.name)));
  }

  take(name: string): void {
    this.#taken.add(slugOf(name));
  }

  isFree(name: string): boolean {
    return !this.#taken.has(slugOf(name)) && !RESERVED_HEADS.has(slugOf(name));
  }

  /** Returns the stem of a name with the lowest number that is free here and in `alsoTaken`. */
  instead(wanted: string): string {
    const stem = wanted.replace(/ {0,9}\d{1,9}$/, '') || wanted;
    const first = RESERVED_HEADS.has(slugOf(wanted)) ? 1 : 2;
    const key = `${stem} ${first}`;
    for (let number = this.#next.get(key) ?? first; ; number += 1) {
      const name = `${stem}${number}`;
      if (this.#taken.has(slugOf(name)) || this.alsoTaken.has(slugOf(name))) continue;
      this.#next.set(key, number);
      return name;
    }
  }
}

/** Returns the reason that a block can't have this name; null when it can. */
export function refuseBlockName(document: WorkflowDocument, blockId: string, name: string): string | null {
  const parsed = BlockName.safeParse(name);
  if (!parsed.success) {
    const words = parsed.error.issues[0]?.message ?? 'This name can’t be used.';
    const plain = plainName(name);
    return plain === null ? words : `${words} For example: ${uniqueBlockName(document, plain)}`;
  }
  const slug = slugOf(name);
  if (RESERVED_HEADS.has(slug)) return `“${name}” is reserved in references. Choose another name.`;
  const holder = Object.values(document.blocks).find(
    (block) => block.id !== blockId && slugOf(block.name) === slug,
  );
  return holder === undefined
    ? null
    : `“${holder.name}” already uses this name; references would be ambiguous. Choose another.`;
}
