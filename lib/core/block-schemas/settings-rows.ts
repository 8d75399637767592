import { isJsonObject } from '../../platform/text/exact-number';
import type { JsonSchema } from './settings-schema';

/** A row of a table of settings, in Markdown without bars. */
interface SettingRow {
  /** `retry`, `auth` with `"kind": "basic"`, `tools[]` with `"kind": "request"`. */
  setting: string;
  /** What it may be, such as `text` or its members with theirs. */
  value: string;
}

/** Returns a row for each setting of a schema without references, and one for each kind of a value. */
export function settingsRows(schema: JsonSchema): SettingRow[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, setting]) => rowsOf(name, setting));
}

function rowsOf(name: string, schema: JsonSchema): SettingRow[] {
  const isList = isJsonObject(schema.items);
  const one = isList ? (schema.items as JsonSchema) : schema;
  const kinds = kindsOf(one);
  const start = startsAs(schema.default);
  if (kinds === null) return [{ setting: code(name), value: `${valueWords(schema)}${start}` }];
  const own = `${isList ? 'a list of objects' : 'an object'} of one of these kinds`;
  return [
    { setting: code(name), value: own + start },
    ...kinds.map((kind) => ({
      setting: `${code(isList ? `${name}[]` : name)} with ${code(`"${kind.key}": ${kind.values}`)}`,
      value: membersWords(kind.schema, kind.key) || 'no more',
    })),
  ];
}

interface Kind {
  /** The member that decides: `kind`. */
  key: string;
  /** Its values, as JSON. */
  values: string;
  schema: JsonSchema;
}

function kindsOf({ oneOf }: JsonSchema): Kind[] | null {
  if (!Array.isArray(oneOf)) return null;
  return (oneOf as JsonSchema[]).map((schema) => {
    const deciding = Object.entries(propertiesOf(schema)).find(
      ([name, { const: only, enum: several }]) =>
        (schema.required as string[] | undefined)?.includes(name) && (only ?? several) !== undefined,
    );
    const [key, { const: only, enum: several }] = deciding ?? ['kind', {} as JsonSchema];
    const values = ((several as unknown[] | undefined) ?? [only]).map((value) => JSON.stringify(value));
    return { key, values: values.join(' | '), schema };
  });
}

/** `without`: the member that the row names already. */
function membersWords(schema: JsonSchema, without?: string): string {
  return Object.entries(propertiesOf(schema))
    .filter(([name]) => name !== without)
    .map(([name, member]) => `${code(name)} (${valueWords(member)}${startsAs(member.default)})`)
    .join(', ');
}

function valueWords(schema: JsonSchema): string {
  const { type, enum: values, const: only, items, anyOf, oneOf } = schema;
  if (only !== undefined) return code(JSON.stringify(only));
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value))).join(', ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices))
    return [...new Set(choices.map((choice) => valueWords(choice as JsonSchema)))].join(' or ');
  if (type === 'array')
    return isJsonObject(items) && 'properties' in items
      ? `a list of objects with ${membersWords(items)}`
      : `a list${isJsonObject(items) ? `, each ${valueWords(items)}` : ''}`;
  if (type === 'object') {
    const members = membersWords(schema);
    return members === '' ? 'an object' : `an object with ${members}`;
  }
  if (type === 'integer' || type === 'number') return numberWords(schema);
  return { string: 'text', boolean: 'true or false', null: 'null' }[String(type)] ?? 'any value';
}

function numberWords({ type, minimum, maximum }: JsonSchema): string {
  const what = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`;
  return minimum === undefined ? what : `${what} from ${minimum}`;
}

/** An empty text, list or object says nothing. */
function startsAs(value: unknown): string {
  if (value === undefined || value === '') return '';
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return '';
  return `; default ${code(JSON.stringify(value))}`;
}

const propertiesOf = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  isJsonObject(properties) ? (properties as Record<string, JsonSchema>) : {};

const code = (text: string): string => `\`${text}\``;
