import { asArray, asObject, asText, isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './read-document';
import { resolve } from './resolve-reference';

export interface Operation {
  /** Its `operationId`, or `GET /path` when it has none of its own. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** First tag; empty without one. */
  tag: string;
  deprecated: boolean;
  pathItem: JsonObject;
  node: JsonObject;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** Every operation the block can call, in the document's order. */
export function listOperations(document: OpenApiDocument): Operation[] {
  const operations: Operation[] = [];
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(asObject(own(document.root, 'paths')))) {
    if (!path.startsWith('/')) continue;
    const pathItem = resolve(document, item);
    for (const [key, method] of Object.entries(METHODS)) {
      const node = own(pathItem, key);
      if (!isObject(node)) continue;
      const given = asText(own(node, 'operationId'));
      const id = given === '' || ids.has(given) ? `${method} ${path}` : given;
      ids.add(id);
      operations.push({
        id,
        method,
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

export function firstLine(text: string): string {
  return (text.trimStart().slice(0, 200).split('\n', 1)[0] ?? '').trim();
}
