import { RESERVED_HEADS, slugOf } from '@/lib/core/references/slug';
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
  const taken = new Set(Object.values(document.blocks).map((block) => slugOf(block.name)));
  const isFree = (name: string) => !taken.has(slugOf(name)) && !alsoTaken.has(slugOf(name));
  const isReserved = RESERVED_HEADS.has(slugOf(wanted));
  if (isFree(wanted) && !isReserved) return wanted;
  const stem = wanted.replace(/ {0,9}\d{1,9}$/, '') || wanted;
  for (let number = isReserved ? 1 : 2; ; number++) {
    const name = `${stem}${number}`;
    if (isFree(name)) return name;
  }
}

/** Returns the reason that a block can't have this name; null when it can. */
export function refuseBlockName(document: WorkflowDocument, blockId: string, name: string): string | null {
  const parsed = BlockName.safeParse(name);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'This name can’t be used.';
  const slug = slugOf(name);
  if (RESERVED_HEADS.has(slug)) return `“${name}” is reserved in references. Choose another name.`;
  const holder = Object.values(document.blocks).find(
    (block) => block.id !== blockId && slugOf(block.name) === slug,
  );
  return holder === undefined
    ? null
    : `“${holder.name}” already uses this name; references would be ambiguous. Choose another.`;
}
