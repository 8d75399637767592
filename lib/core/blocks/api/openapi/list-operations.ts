import type { REQUEST_METHODS } from '../../../../platform/outbound-http/methods';
import { asArray, asObject, asText, isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './openapi-document';
import { resolve } from './resolve-reference';

export interface Operation {
  /** Its `operationId`, or `GET /path` without one of its own. */
  id: string;
  method: (typeof REQUEST_METHODS)[number];
  /** The document's method; the block sends `method` instead if it doesn't have this one. */
  written: string;
  path: string;
  summary: string;
  /** First tag; empty without one. */
  tag: string;
  deprecated: boolean;
  pathItem: JsonObject;
  node: JsonObject;
}

/** The method that the block sends, by method of a document. */
const METHODS: Readonly<Record<string, Operation['method']>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
  options: 'OPTIONS',
  trace: 'GET',
  query: 'POST',
};

/** Lists every operation that the block can call, in the document's order. */
export function listOperations(document: OpenApiDocument): Operation[] {
  const operations: Operation[] = [];
  const ids = new Set<string>();
  for (const [key, item] of Object.entries(asObject(own(document.root, 'paths')))) {
    if (key.startsWith('x-')) continue;
    const path = key.startsWith('/') ? key : `/${key}`;
    const pathItem = resolve(document, item);
    for (const [name, method] of Object.entries(METHODS)) {
      const node = own(pathItem, name);
      if (!isObject(node)) continue;
      const written = name.toUpperCase();
      const given = asText(own(node, 'operationId'));
      const id = given === '' || ids.has(given) ? `${written} ${path}` : given;
      ids.add(id);
      operations.push({
        id,
        method,
        written,
        path,
        summary: asText(own(node, 'summary')) || firstLine(asText(own(node, 'description'))),
        tag: asText(asArray(own(node, 'tags'))[0]),
        deprecated: own(node, 'deprecated') === true,
        pathItem,
        node,
      });
    }
  }
  return operations;
}

/** Describes the paths whose operations are in a missing file. */
export function missingPaths(document: OpenApiDocument): string[] {
  return Object.entries(asObject(own(document.root, 'paths'))).flatMap(([path, item]) => {
    document.lost.clear();
    resolve(document, item);
    const [reference] = document.lost;
    return reference === undefined ? [] : [`${path} is left out: it is in ${quotedReference(reference)}.`];
  });
}

export const quotedReference = (reference: string): string => `"${reference.slice(0, 200)}"`;

export function firstLine(text: string): string {
  return (text.trimStart().slice(0, 200).split('\n', 1)[0] ?? '').trim();
}
