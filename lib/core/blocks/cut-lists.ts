import { z } from 'zod';
import { isJsonObject } from '../../platform/text/exact-number';
import { withoutDefault } from './inside-schema';

/**
 * What was authored, with lists that are longer than their schema allows cut behind the first item too many:
 * the schema says what is wrong all the same, and need not look at a million rows for it. The same object
 * when there is none.
 */
export function cutLists(schema: z.core.$ZodType, authored: unknown): unknown {
  const inner = withoutDefault(schema);
  if (inner instanceof z.ZodArray && Array.isArray(authored)) {
    const most = mostOf(inner);
    const list = authored.length > most ? authored.slice(0, most + 1) : authored;
    const cut = list.map((item) => cutLists(inner.element, item));
    return list === authored && cut.every((item, index) => item === list[index]) ? authored : cut;
  }
  if (!isJsonObject(authored)) return authored;
  const shape = shapeOf(inner, authored);
  if (shape === null) return authored;
  let cut = authored;
  for (const [key, member] of Object.entries(shape)) {
    const value = authored[key];
    if (typeof value !== 'object' || value === null) continue;
    const read = cutLists(member, value);
    if (read !== value) cut = { ...cut, [key]: read };
  }
  return cut;
}

/** The members that an object may have, of its kind where there are kinds. */
function shapeOf(
  schema: z.core.$ZodType,
  { kind }: Readonly<Record<string, unknown>>,
): z.core.$ZodShape | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return null;
  for (const option of schema.options)
    if (option instanceof z.ZodObject && option.shape.kind?.safeParse(kind).success) return option.shape;
  return null;
}

function mostOf({ def }: z.ZodArray): number {
  for (const { _zod: check } of def.checks ?? [])
    if (check.def.check === 'max_length') return (check.def as z.core.$ZodCheckMaxLengthDef).maximum;
  return Number.POSITIVE_INFINITY;
}
