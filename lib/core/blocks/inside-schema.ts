import { z } from 'zod';

/** Returns a schema without the default around it. */
export function withoutDefault(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional)
    inner = inner.def.innerType;
  return inner;
}

/** Returns the schema of a list's item or an object's member; for values with kinds, by the kind. */
export function schemaInside(schema: z.core.$ZodType, owner: unknown, key: string): z.core.$ZodType | null {
  const inner = withoutDefault(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  if (inner instanceof z.ZodObject) return inner.shape[key] ?? null;
  if (!(inner instanceof z.ZodDiscriminatedUnion)) return null;
  const { discriminator, options } = inner.def;
  const kind = Object(owner)[discriminator];
  const shapes = options.flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
  const own = shapes.find((shape) => z.safeParse(shape[discriminator] ?? z.never(), kind).success);
  // A member of another kind is kept in case that kind is chosen again.
  return own?.[key] ?? shapes.find((shape) => Object.hasOwn(shape, key))?.[key] ?? null;
}

/** True if only some texts are valid, whatever is converted to them first. */
export function isChosenFrom(schema: z.core.$ZodType): boolean {
  const inner = withoutDefault(schema);
  if (inner instanceof z.ZodPipe) return isChosenFrom(inner.def.out);
  return inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral;
}
