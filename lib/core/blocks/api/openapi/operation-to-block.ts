import { carriesBody } from '../../../../platform/outbound-http/methods';
import { ImportError, type ImportResult } from '../../import-export';
import type { Row } from '../../rows';
import type { ValueShape } from '../../value-shape';
import { asObject, own } from './json-node';
import { listOperations, type Operation, quotedReference } from './list-operations';
import type { OpenApiDocument } from './openapi-document';
import { readParameters } from './read-parameters';
import { chooseType, type ExampleBody, exampleBody, isJsonType } from './request-body';
import { requiredInputs } from './required-inputs';
import { resolve } from './resolve-reference';
import { securityRows } from './security-rows';
import { serverUrlOf } from './server-url';
import { upgradeOperation } from './upgrade-operation';
import { shapeOfSchema } from './value-shape';

const MAX_ROWS = 200;
const PARAMETER_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Converts one operation to a config, with the shape of its response. `documentUrl`: the document's
 * address, for addresses relative to it. Throws `ImportError` for an unknown operation.
 */
export function operationToBlock(
  document: OpenApiDocument,
  operationId: string,
  { documentUrl }: { documentUrl?: string } = {},
): ImportResult {
  const found = listOperations(document).find(({ id }) => id === operationId);
  if (found === undefined) {
    throw new ImportError(
      `The document has no operation "${operationId.slice(0, 100)}" that the block can call.`,
    );
  }
  document.lost.clear();
  const { operation, notes } =
    document.version === 2 ? upgradeOperation(document, found, documentUrl) : { operation: found, notes: [] };
  const server = serverUrlOf(document, operation, documentUrl);
  const parameters = readParameters(document, operation);
  const path = fillPath(operation.path, parameters.path);
  const security = securityRows(document, operation, server.url);
  const example = exampleBody(document, operation);
  const body = example !== null && carriesBody(operation.method) ? example : null;
  const params = [...security.query, ...withoutRepeats(parameters.query, security.query)].slice(0, MAX_ROWS);
  const headers = headerRows(security.headers, body, parameters.headers);
  const data = answerShape(document, operation);
  const warnings = [
    ...notes,
    ...server.warnings,
    ...parameters.warnings,
    ...path.warnings,
    ...security.warnings,
    ...(body?.warnings ?? []),
  ];
  if (operation.written !== operation.method)
    warnings.push(`The block doesn’t support ${operation.written}: ${operation.method} is sent instead.`);
  if (example !== null && body === null) {
    warnings.push(`The block sends no body with ${operation.method}; the document describes one.`);
  }
  const open = [...path.rows, ...params, ...headers].filter(({ enabled, value }) => enabled && value === '');
  if (open.length > 0) warnings.push(`Fill in: ${open.map(({ key }) => key).join(', ')}.`);
  if (operation.deprecated) warnings.push('This operation is marked as deprecated.');
  warnings.push(...lostReferences(document));

  const config: Record<string, unknown> = { method: operation.method, url: server.url + path.text };
  if (params.length > 0) config.params = params;
  if (path.rows.length > 0) config.pathParams = path.rows;
  if (headers.length > 0) config.headers = headers;
  if (body !== null) config.body = body.body;
  return {
    config,
    name: nameOf(operation),
    warnings,
    secrets: [],
    inputs: requiredInputs(document, operation, {
      path: path.rows,
      params: parameters.query,
      headers: parameters.headers,
    }),
    ...(data === null ? {} : { outputs: { data } }),
  };
}

/** Returns a warning of the operation's references that were not found and are left out. */
function lostReferences({ lost }: OpenApiDocument): string[] {
  if (lost.size === 0) return [];
  const named = `Not found, and left out: ${[...lost].map(quotedReference).join(', ')}.`;
  const isElsewhere = [...lost].some((reference) => !reference.startsWith('#'));
  return [isElsewhere ? `${named} Choose all files of the document together.` : named];
}

interface FilledPath {
  text: string;
  rows: Row[];
  warnings: string[];
}

/** Gives whole segments `{name}` a row; fills in parts of a segment, which a row can't stand for. */
function fillPath(path: string, known: ReadonlyMap<string, Row>): FilledPath {
  const rows = new Map<string, Row>();
  const warnings: string[] = [];
  const segments = path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  const text = segments.map((segment) => {
    const whole = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (whole !== undefined) {
      const safe = whole.replace(/[^A-Za-z0-9_-]/g, '_');
      const key = PARAMETER_NAME.test(safe) ? safe : `p_${safe}`;
      rows.set(key, { value: '', enabled: true, ...known.get(whole), key });
      return `{${key}}`;
    }
    // A segment that begins with a colon would be read as a parameter.
    const literal = segment.replace(/^:/, '%3A');
    return literal.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const value = known.get(name)?.value || name;
      warnings.push(`"${name}" is a part of a path segment: "${value}" stands for it in the URL.`);
      return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(value)));
    });
  });
  return { text: text.join('/'), rows: [...rows.values()].slice(0, MAX_ROWS), warnings };
}

function headerRows(security: readonly Row[], body: ExampleBody | null, parameters: readonly Row[]): Row[] {
  const type = body?.contentType ?? null;
  const typed: Row[] = type === null ? [] : [{ key: 'Content-Type', value: type, enabled: true }];
  const own = [...security, ...typed];
  return [...own, ...withoutRepeats(parameters, own)].slice(0, MAX_ROWS);
}

function withoutRepeats(rows: readonly Row[], before: readonly Row[]): Row[] {
  const names = new Set(before.map(({ key }) => key.toLowerCase()));
  return rows.filter(({ key }) => !names.has(key.toLowerCase()));
}

/**
 * Returns the shape of `data` after success: the first 2xx response in JSON; text if it is text; null if
 * none is described.
 */
function answerShape(document: OpenApiDocument, operation: Operation): ValueShape | null {
  const responses = asObject(own(operation.node, 'responses'));
  const codes = Object.keys(responses);
  const code =
    codes.find((key) => /^2\d\d$/.test(key)) ?? codes.find((key) => /^(?:2xx|default)$/i.test(key));
  if (code === undefined) return null;
  const content = asObject(own(resolve(document, own(responses, code)), 'content'));
  const type = chooseType(Object.keys(content));
  if (type === null) return null;
  if (!isJsonType(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')) {
    return type.toLowerCase().startsWith('text/') ? { type: 'string' } : null;
  }
  const schema = own(resolve(document, own(content, type)), 'schema');
  return schema === undefined ? null : shapeOfSchema(document, schema);
}

/** Returns `getUser` from the operation's id, else `users` from its path. */
function nameOf({ id, path, node }: Operation): string {
  const given = own(node, 'operationId') === id ? id : '';
  const word = given || (path.split('/').findLast((segment) => /^[A-Za-z]/.test(segment)) ?? 'request');
  const name = word
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^[^A-Za-z_]+|-$/g, '')
    .slice(0, 60);
  return name || 'request';
}
