import { changeConfigTexts } from '../blocks/change-texts';
import type { Field } from '../blocks/field';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { referencesAt } from '../blocks/whole-outputs-at';
import type { Reference } from '../references/grammar';
import { literalText } from '../references/path-text';
import type { Block } from '../workflow/schema';

export interface NewTarget {
  /** Replaces the head and the output's name: `start.total` instead of `api.data`. */
  to: string;
  /** True if it replaces the whole path, not its first step alone. */
  isWholePath?: boolean;
  /**
   * Makes the reference an optional one: `steps` only if it goes into the value, which is null where it was
   * missing before.
   */
  optional?: 'steps' | 'always' | undefined;
}

/**
 * Returns the new target of a reference in a field of the block; null if it stays. `mayBeWhole` returns
 * true where a whole output can stand in its place.
 */
export type FindTarget = (
  reference: Reference,
  field: Field | undefined,
  mayBeWhole: () => boolean,
) => NewTarget | null;

/** Returns the block with its references pointed at new targets; the same object if all stay. */
export function pointReferences(
  block: Block,
  { definitions, slugs }: { definitions: BlockDefinitions; slugs: ReadonlySet<string> },
  find: FindTarget,
): Block {
  const fields = definitions.get(block.type)?.fields ?? [];
  const config = changeConfigTexts(block.config, fields, (text, place, field) => {
    let pointed = '';
    let cursor = 0;
    for (const reference of referencesAt(text, place, slugs)) {
      const mayBeWhole = () => {
        const whole = `${text.slice(0, reference.start)}<${reference.slug}>${text.slice(reference.end)}`;
        return referencesAt(whole, place, slugs).some(({ start }) => start === reference.start);
      };
      const target = find(reference, field, mayBeWhole);
      if (target === null) continue;
      pointed += text.slice(cursor, reference.start) + pointedText(text, reference, target);
      cursor = reference.end;
    }
    return cursor === 0 ? text : pointed + text.slice(cursor);
  });
  return config === block.config ? block : { ...block, config };
}

function pointedText(text: string, reference: Reference, { to, isWholePath, optional }: NewTarget): string {
  const { start, end, head, path, fallback, modifier } = reference;
  const output = path.length === 0 ? '' : `.${path[0]}`;
  const ending =
    (reference.optional ? '?' : '') +
    (fallback === null ? '' : ` ?? ${literalText(fallback.value)}`) +
    (modifier === null ? '' : `:${modifier}`);
  // What stands behind the output's name is kept as it was written.
  const rest = isWholePath ? `${ending}>` : text.slice(start + 1 + head.length + output.length, end);
  const isLenient = reference.optional || fallback !== null;
  const becomesOptional = optional === 'always' || (optional === 'steps' && path.length > 1);
  if (isLenient || !becomesOptional) return `<${to}${rest}`;
  const length = ending.length + 1;
  return `<${to}${rest.slice(0, -length)}?${rest.slice(-length)}`;
}
