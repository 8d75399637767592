import type { z } from 'zod';
import { blockDefinitions } from '../blocks/registry/definitions';

/** The way in which a value is shared, depending on its place in a document. */
export interface ValuePlace {
  /** True if a text here is merged by character; otherwise the last one that was set holds. */
  isText: boolean;
  member(key: string): ValuePlace;
  item(): ValuePlace;
}

/** A place where nothing is merged by character. */
export const PLAIN_PLACE: ValuePlace = { isText: false, member: () => PLAIN_PLACE, item: () => PLAIN_PLACE };

/** Returns the place of a block's config, in which the schema tells free text. */
export function placeOfConfig(type: string): ValuePlace {
  const known = places.get(type);
  if (known !== undefined) return known;
  const definition = blockDefinitions.get(type);
  const place = definition === undefined ? PLAIN_PLACE : placeOf([definition.config]);
  places.set(type, place);
  return place;
}

const places = new Map<string, ValuePlace>();

/** The members of a zod schema that say which values it takes. */
interface SchemaDef {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
  getter?: () => z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  valueType?: z.ZodType;
  element?: z.ZodType;
}

const defOf = (schema: z.ZodType): SchemaDef => schema.def as unknown as SchemaDef;

function placeOf(schemas: readonly z.ZodType[], key = ''): ValuePlace {
  const defs = schemas.flatMap((schema) => insideOf(schema)).map(defOf);
  const members = new Map<string, ValuePlace>();
  let item: ValuePlace | undefined;
  return {
    // Half of one id and half of another name nothing.
    isText: !/^id$|Id$/.test(key) && defs.some(({ type }) => FREE.has(type)),
    member(name) {
      const known = members.get(name);
      if (known !== undefined) return known;
      const found = defs.flatMap(({ shape, valueType }) => [shape?.[name], valueType].filter(isThere));
      const place = placeOf(found, name);
      members.set(name, place);
      return place;
    },
    item() {
      item ??= placeOf(defs.map(({ element }) => element).filter(isThere));
      return item;
    },
  };
}

const FREE: ReadonlySet<string> = new Set(['string', 'unknown', 'any']);

const isThere = (schema: z.ZodType | undefined): schema is z.ZodType => schema !== undefined;

/** Returns the schemas behind defaults, transforms and unions. */
function insideOf(schema: z.ZodType, depth = 0): z.ZodType[] {
  const { innerType, in: from, out: to, options, getter } = defOf(schema);
  const inner = [innerType, from, to, ...(options ?? []), getter?.()].filter(isThere);
  if (inner.length === 0 || depth > MAX_DEPTH) return [schema];
  return inner.flatMap((one) => insideOf(one, depth + 1));
}

const MAX_DEPTH = 10;
