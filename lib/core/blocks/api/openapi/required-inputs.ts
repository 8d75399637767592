import { carriesBody } from '../../../../platform/outbound-http/methods';
import type { ImportedInput } from '../../import-export';
import type { Row } from '../../rows';
import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import { firstLine, type Operation } from './list-operations';
import { mergeSchema, typeOf } from './merge-schema';
import type { OpenApiDocument } from './openapi-document';
import { parametersOf } from './read-parameters';
import { chooseType, isJsonType } from './request-body';
import { resolve } from './resolve-reference';

const MOST_INPUTS = 60;
const MOST_PARAMETERS = 300;
const TYPES: readonly ImportedInput['type'][] = ['string', 'number', 'integer', 'boolean', 'object', 'array'];

/** The rows that were made of the parameters; enabled ones are required. */
interface ParameterRows {
  path: readonly Row[];
  params: readonly Row[];
  headers: readonly Row[];
}

/** The number of schemas that are looked into for one operation; a wide one counts for many. */
const LOOKS = 500;

/** Returns the values that an operation can't do without: parameters, and the fields of a JSON body. */
export function requiredInputs(
  document: OpenApiDocument,
  operation: Operation,
  { path, params, headers }: ParameterRows,
): ImportedInput[] {
  const look = lookInto(document);
  const described = parametersOf(document, operation).slice(0, MOST_PARAMETERS);
  const types = new Map(
    described.map((parameter) => [
      `${asText(own(parameter, 'in'))} ${asText(own(parameter, 'name'))}`,
      typeIn(look(own(parameter, 'schema'))),
    ]),
  );
  const inputs = (place: 'path' | 'query' | 'header', rows: readonly Row[]) =>
    rows
      .filter(({ key, enabled }) => enabled && key !== 'Cookie')
      .map(({ key, description = '' }): ImportedInput => {
        // A field of an object has a row of its own, which no parameter is named for.
        return { name: key, place, type: types.get(`${place} ${key}`) ?? 'string', description };
      });
  const all = [
    ...inputs('path', path),
    ...inputs('query', params),
    ...inputs('header', headers),
    ...bodyInputs(document, operation, look),
  ];
  return all
    .filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
    .slice(0, MOST_INPUTS);
}

type Look = (schema: unknown) => JsonObject;

/** Returns a reader of schemas that finds nothing more once it has read its fill. */
function lookInto(document: OpenApiDocument): Look {
  const budget = { left: LOOKS };
  return (schema) => (budget.left <= 0 ? {} : mergeSchema(document, schema ?? {}, budget).node);
}

/** The required fields of a JSON object; all of them if it names none as required. */
function bodyInputs(document: OpenApiDocument, operation: Operation, look: Look): ImportedInput[] {
  if (!carriesBody(operation.method)) return [];
  const content = asObject(own(resolve(document, own(operation.node, 'requestBody')), 'content'));
  const type = chooseType(Object.keys(content));
  if (type === null || !isJsonType(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')) return [];
  const node = look(own(resolve(document, own(content, type)), 'schema'));
  const required = new Set(asArray(own(node, 'required')));
  return Object.entries(asObject(own(node, 'properties')))
    .filter(([name]) => required.size === 0 || required.has(name))
    .slice(0, MOST_INPUTS)
    .map(([name, property]) => ({ name, field: look(property) }))
    .filter(({ field }) => own(field, 'readOnly') !== true)
    .map(({ name, field }) => ({
      name,
      place: 'body',
      type: typeIn(field),
      description: firstLine(asText(own(field, 'description'))),
    }));
}

function typeIn(node: JsonObject): ImportedInput['type'] {
  const { type } = typeOf(node);
  return TYPES.find((known) => known === type) ?? 'string';
}
