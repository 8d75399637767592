import { z } from 'zod';
import { isJsonObject } from '../../platform/text/exact-number';
import { withoutDefault } from './inside-schema';

/**
 * Cuts authored lists that are longer than their schema allows, after the first item too many: the
 * schema reports the error all the same, and need not check a million rows for it. Returns the same
 * object if there are none.
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

/** Returns the members that an object may have, for its kind if there are kinds. */
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
