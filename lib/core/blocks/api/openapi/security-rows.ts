import type { Row } from '../../rows';
import { serviceOf, variableName } from '../curl/suggest-names';
import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import type { Operation } from './list-operations';
import type { OpenApiDocument } from './openapi-document';
import { resolve } from './resolve-reference';

export interface SecurityRows {
  headers: Row[];
  query: Row[];
  warnings: string[];
}

/** Returns the credentials of an operation as rows that read them from variables. */
export function securityRows(document: OpenApiDocument, operation: Operation, url: string): SecurityRows {
  const rows: SecurityRows = { headers: [], query: [], warnings: [] };
  const schemes = asObject(own(own(document.root, 'components'), 'securitySchemes'));
  const { chosen, others } = chooseRequirement(document, operation, schemes);
  const service =
    serviceOf(url) ?? (asText(own(own(document.root, 'info'), 'title')).split(/\W/, 1)[0] || null);
  const wordsByScheme = numberedWords(document, schemes);
  for (const name of Object.keys(chosen)) {
    const number = wordsByScheme.get(name) ?? '';
    addScheme(
      rows,
      resolve(document, own(schemes, name)),
      (word) => `{{${variableName(service, word)}${number}}}`,
      name,
    );
  }
  const variables = [...rows.headers, ...rows.query].flatMap(
    ({ value }) => value.match(/\{\{\w+\}\}/g) ?? [],
  );
  if (variables.length > 0) {
    rows.warnings.unshift(`Set its credentials as variables: ${[...new Set(variables)].join(', ')}.`);
  }
  if (others.length > 0)
    rows.warnings.push(`It can also be called with ${others.map(requirementWords).join(', or ')}.`);
  return rows;
}

const MAX_OTHERS = 5;
const MAX_NAME_CHARACTERS = 60;

const requirementWords = (requirement: JsonObject): string => {
  const names = Object.keys(requirement).map((name) => `"${name.slice(0, MAX_NAME_CHARACTERS)}"`);
  return names.length === 0 ? 'no credentials' : names.join(' and ');
};

interface Requirements {
  chosen: JsonObject;
  others: JsonObject[];
}

/** Chooses the first requirement whose schemes a request can carry; any one of them is enough. */
function chooseRequirement(
  document: OpenApiDocument,
  operation: Operation,
  schemes: JsonObject,
): Requirements {
  const requirements = asArray(own(operation.node, 'security') ?? own(document.root, 'security')).map(
    asObject,
  );
  const named = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  const canCarry = (name: string) => {
    const type = own(resolve(document, own(schemes, name)), 'type');
    return type !== undefined && type !== 'mutualTLS';
  };
  const chosen = named.find((requirement) => Object.keys(requirement).every(canCarry)) ?? named[0] ?? {};
  return { chosen, others: requirements.filter((other) => other !== chosen).slice(0, MAX_OTHERS) };
}

/**
 * Returns what the variable of each scheme ends with: two schemes are two credentials, also where their names
 * make one variable. `_2` for the second of them.
 */
function numberedWords(document: OpenApiDocument, schemes: JsonObject): Map<string, string> {
  const counts = new Map<string, number>();
  const endings = new Map<string, string>();
  for (const [id, scheme] of Object.entries(schemes).slice(0, MAX_SCHEMES)) {
    const rows: SecurityRows = { headers: [], query: [], warnings: [] };
    const note = (word: string): string => {
      const name = variableName(null, word);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count > 1) endings.set(id, `_${count}`);
      return '';
    };
    addScheme(rows, resolve(document, scheme), note, id);
  }
  return endings;
}

const MAX_SCHEMES = 200;

function addScheme(
  rows: SecurityRows,
  scheme: JsonObject,
  variable: (word: string) => string,
  id: string,
): void {
  const type = asText(own(scheme, 'type'));
  const kind = asText(own(scheme, 'scheme')).toLowerCase();
  const authorize = (value: string) => rows.headers.push({ key: 'Authorization', value, enabled: true });
  if (type === 'apiKey') addKey(rows, scheme, variable);
  else if (type === 'http' && kind === 'basic') {
    authorize(`Basic ${variable('BASIC_AUTH')}`);
    rows.warnings.push('Basic authentication: the variable must hold "user:password" as Base64.');
  } else if (type === 'http' && kind === 'bearer') authorize(`Bearer ${variable('TOKEN')}`);
  else if (type === 'oauth2' || type === 'openIdConnect') {
    authorize(`Bearer ${variable('ACCESS_TOKEN')}`);
    rows.warnings.push('OAuth 2: the variable must hold an access token that is still valid.');
  } else
    rows.warnings.push(
      `The block can't sign in with "${id.slice(0, MAX_NAME_CHARACTERS)}" (${kind || type || 'unknown'}).`,
    );
}

function addKey(rows: SecurityRows, scheme: JsonObject, variable: (word: string) => string): void {
  const name = asText(own(scheme, 'name'));
  if (name === '') return;
  const isAuthorization = name.toLowerCase() === 'authorization';
  const value = variable(isAuthorization ? 'TOKEN' : name.replace(/^x[-_]/i, ''));
  const place = own(scheme, 'in');
  if (place === 'query') rows.query.push({ key: name, value, enabled: true });
  else if (place === 'cookie') rows.headers.push({ key: 'Cookie', value: `${name}=${value}`, enabled: true });
  else rows.headers.push({ key: name, value, enabled: true });
}
