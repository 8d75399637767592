import { exampleOfSchema } from './example-value';
import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import { openApi3 } from './openapi-document';
import { simpleText } from './parameter-pairs';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const PARTS_TYPE = 'multipart/form-data';

/** Members of a Swagger 2 parameter that don't describe its value. */
const OF_THE_PARAMETER: ReadonlySet<string> = new Set([
  'name',
  'in',
  'required',
  'allowEmptyValue',
  'collectionFormat',
  'x-example',
]);

/** Converts a Swagger 2 parameter in query, path or header to OpenAPI 3. */
export function upgradeParameter(parameter: JsonObject, notes: string[]): JsonObject {
  const { name, in: place, required, description } = parameter;
  const format = asText(own(parameter, 'collectionFormat'));
  const example = own(parameter, 'x-example');
  const isList = own(parameter, 'type') === 'array';
  if (isList && format === 'tsv') notes.push(`The items of "${nameOf(parameter)}" are separated by tabs.`);
  const styled = isList && place === 'query' ? (STYLES[format] ?? STYLES.csv) : {};
  const about = { name, in: place, required, description, schema: schemaOf(parameter), ...styled };
  return { ...about, ...(example === undefined ? {} : { example }) };
}

/** Styles by list format; the default is commas. */
const STYLES: Readonly<Record<string, object>> = {
  csv: { style: 'form', explode: false },
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

/** Returns the members that describe the value. */
function schemaOf(parameter: JsonObject): JsonObject {
  if (own(parameter, 'type') === 'file') return { type: 'string', format: 'binary' };
  return Object.fromEntries(Object.entries(parameter).filter(([key]) => !OF_THE_PARAMETER.has(key)));
}

/** Converts the fields of a form; one with a file is multipart, whatever else the operation takes. */
export function upgradeForm(
  fields: readonly JsonObject[],
  consumes: readonly string[],
  notes: string[],
): JsonObject {
  const hasFile = fields.some((field) => own(field, 'type') === 'file');
  const properties: Record<string, unknown> = Object.create(null);
  for (const field of fields) properties[nameOf(field)] = fieldSchema(field, notes);
  const required = fields.filter((field) => own(field, 'required') === true).map(nameOf);
  const media = { schema: { type: 'object', properties, required } };
  const forms = consumes.filter((type) => /form-data|x-www-form-urlencoded/i.test(type));
  const types = hasFile ? [PARTS_TYPE] : forms.length === 0 ? [FORM_TYPE] : forms;
  return { content: Object.fromEntries(types.map((type) => [type, media])) };
}

/** Converts a field; a list that isn't sent field by field becomes one text. */
function fieldSchema(field: JsonObject, notes: string[]): JsonObject {
  const schema = schemaOf(field);
  const example = own(field, 'x-example');
  const written = example === undefined ? schema : { ...schema, example };
  const format = asText(own(field, 'collectionFormat'));
  if (own(field, 'type') !== 'array' || format === 'multi') return written;
  if (format === 'tsv') notes.push(`The items of "${nameOf(field)}" are separated by tabs.`);
  const items = asArray(example ?? own(field, 'default') ?? [itemOf(field)]);
  const { description } = field;
  const text = simpleText(items, false)
    .split(',')
    .join(SEPARATORS[format] ?? ',');
  return { type: 'string', example: text, ...(description === undefined ? {} : { description }) };
}

const SEPARATORS: Readonly<Record<string, string>> = { ssv: ' ', tsv: '\t', pipes: '|' };

/** Returns an example item. Items are no references in Swagger 2, so no document is needed. */
const itemOf = (field: JsonObject): unknown => exampleOfSchema(openApi3({}), asObject(own(field, 'items')));

const nameOf = (parameter: JsonObject): string => String(own(parameter, 'name')).slice(0, 200);
