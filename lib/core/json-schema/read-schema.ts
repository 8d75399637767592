import { isJsonObject } from '../../platform/text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../platform/text/json-depth';

export type ObjectSchema = Readonly<Record<string, unknown>>;

/** Reads an authored schema; returns a message if it is none. */
export function readSchema(
  text: string,
): { ok: true; schema: ObjectSchema } | { ok: false; message: string } {
  if (isNestedTooDeeply(text))
    return { ok: false, message: `The schema is nested more than ${MAX_JSON_DEPTH} levels deep.` };
  try {
    const schema: unknown = JSON.parse(text);
    if (isJsonObject(schema)) return { ok: true, schema };
    return { ok: false, message: 'A JSON Schema is an object, for example {"type": "object"}.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return { ok: false, message: `The schema isn't valid JSON: ${reason}.` };
  }
}

/** Reads a tool's parameters, which are the members of an object; an empty text means none. */
export function readParameters(text: string): ReturnType<typeof readSchema> {
  if (text.trim() === '') return { ok: true, schema: { type: 'object', properties: {} } };
  const read = readSchema(text);
  if (!read.ok || read.schema.type === 'object') return read;
  return { ok: false, message: 'The parameters must be an object: start with {"type": "object", …}.' };
}
