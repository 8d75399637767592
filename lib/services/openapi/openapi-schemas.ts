import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Converts zod schemas to JSON Schema, named ones to shared components. */
export interface SchemaCollector {
  /** `input`: the schema of a request (defaults are optional); `output`: that of a response. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  components(): Record<string, JsonSchema>;
}

const DEFS = '#/$defs/';

export function createSchemaCollector(): SchemaCollector {
  const known: Record<string, JsonSchema> = {};
  return {
    schemaOf(schema, io) {
      const {
        $schema,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withExamples }) as JsonSchema & {
        $defs?: Record<string, JsonSchema>;
      };
      const names = new Map(Object.keys($defs).map((name) => [name, io === 'input' ? `${name}Input` : name]));
      for (const [name, definition] of Object.entries($defs))
        known[names.get(name)!] = toComponentSchema(definition, names, io) as JsonSchema;
      return toComponentSchema(root, names, io) as JsonSchema;
    },
    components: () => Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Adds examples: zod omits those of preprocessed schemas, such as a workflow's blocks. */
function withExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples !== undefined) Object.assign(jsonSchema, { examples });
}

/** Points references at the components; leaves responses open for fields added later. */
function toComponentSchema(
  value: unknown,
  names: ReadonlyMap<string, string>,
  io: 'input' | 'output',
): unknown {
  if (Array.isArray(value)) return value.map((item) => toComponentSchema(item, names, io));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([key, member]): Array<[string, unknown]> => {
    if (key === '$ref' && typeof member === 'string' && member.startsWith(DEFS)) {
      const name = member.slice(DEFS.length);
      return [[key, `#/components/schemas/${names.get(name) ?? name}`]];
    }
    if (key === 'examples' || key === 'default') return [[key, member]]; // values, not schemas
    if (key === 'id' && typeof member === 'string') return []; // a name, not a JSON Schema address
    // The bounds of any JavaScript integer carry no information.
    if ((key === 'minimum' || key === 'maximum') && Math.abs(Number(member)) === Number.MAX_SAFE_INTEGER)
      return [];
    if (key === 'additionalProperties' && member === false && io === 'output') return [];
    // The format says it, and `\d` means other digits to other validators.
    if (key === 'pattern' && 'format' in value && value.format === 'date-time') return [];
    return [[key, toComponentSchema(member, names, io)]];
  });
  return Object.fromEntries(members);
}
