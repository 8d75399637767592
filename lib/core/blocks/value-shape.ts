import { z } from 'zod';
import { isJsonObject } from '../../platform/text/exact-number';

const VALUE_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'any'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** One value later blocks can reference, `<name.field>`. */
export interface OutputField {
  name: string;
  type: ValueType;
  description?: string;
}

const MAX_NAME_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 120;
/** The most values of one block, counted with all that is inside. */
const MAX_VALUES = 400;

/** The shape of a value, known before any run; fields in the order their author gave them. */
export const ValueShape = z
  .strictObject({
    type: z.enum(VALUE_TYPES),
    description: z.string().max(MAX_DESCRIPTION_CHARACTERS).optional(),
    /** May be null. */
    nullable: z.boolean().optional(),
    /** Objects only: the known fields. */
    get fields() {
      return z.array(ShapeField).optional();
    },
    /** Arrays only: the shape of the items. */
    get items() {
      return ValueShape.optional();
    },
  })
  .meta({ id: 'ValueShape' });
export type ValueShape = z.infer<typeof ValueShape>;

const ShapeField = z.strictObject({
  name: z.string().max(MAX_NAME_CHARACTERS),
  shape: ValueShape,
  optional: z.boolean().optional(),
});

/**
 * Shapes of a block's outputs, by name. They are counted before they are read: a shape's schema calls
 * itself, and very many in each other would exhaust the stack.
 */
export const OutputShapes = z.preprocess(
  (value, context) => {
    if (!hasTooManyValues(value)) return value;
    context.addIssue({ code: 'custom', message: `At most ${MAX_VALUES} values.`, input: undefined });
    return z.NEVER;
  },
  z.record(z.string().max(MAX_NAME_CHARACTERS), ValueShape),
);
export type OutputShapes = z.infer<typeof OutputShapes>;

function hasTooManyValues(shapes: unknown): boolean {
  const found = isJsonObject(shapes) ? Object.values(shapes) : [];
  for (let at = 0; at < found.length && found.length <= MAX_VALUES; at += 1) {
    const shape = found[at];
    if (!isJsonObject(shape)) continue;
    const { items, fields } = shape;
    if (items !== undefined) found.push(items);
    if (!Array.isArray(fields)) continue;
    if (fields.length > MAX_VALUES) return true;
    for (const field of fields) found.push(isJsonObject(field) ? field.shape : undefined);
  }
  return found.length > MAX_VALUES;
}

/**
 * Keeps as much as a document may hold: values near the surface before those deep inside, and short
 * descriptions. They travel with every save, and documents of large services describe thousands.
 */
export function keepShapes(shapes: Readonly<Record<string, ValueShape>>): OutputShapes {
  let left = MAX_VALUES - Object.keys(shapes).length;
  const waiting: Array<{ from: ValueShape; to: ValueShape }> = [];
  const bare = (from: ValueShape): ValueShape => {
    const to: ValueShape = { type: from.type };
    if (from.description !== undefined)
      to.description = from.description.slice(0, MAX_DESCRIPTION_CHARACTERS);
    if (from.nullable !== undefined) to.nullable = from.nullable;
    waiting.push({ from, to });
    return to;
  };
  const kept = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, bare(shape)]));
  for (let next = waiting.shift(); next !== undefined && left > 0; next = waiting.shift()) {
    const { from, to } = next;
    if (from.items !== undefined) {
      to.items = bare(from.items);
      left -= 1;
    }
    const fields = (from.fields ?? [])
      .filter(({ name }) => name.length <= MAX_NAME_CHARACTERS)
      .slice(0, left);
    if (fields.length === 0) continue;
    left -= fields.length;
    to.fields = fields.map((field) => ({ ...field, shape: bare(field.shape) }));
  }
  return kept;
}

/** Returns an empty value of that shape, as the beginning of a sample. */
export function blankValue({ type, fields = [], items }: ValueShape): unknown {
  if (type === 'object')
    return Object.fromEntries(fields.map(({ name, shape }) => [name, blankValue(shape)]));
  if (type === 'array') return items === undefined ? [] : [blankValue(items)];
  return BLANKS[type];
}

const BLANKS: Readonly<Record<Exclude<ValueType, 'object' | 'array'>, unknown>> = {
  string: '',
  number: 0,
  boolean: false,
  any: null,
};
