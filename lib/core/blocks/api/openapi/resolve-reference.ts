import { valueAt } from './join-documents';
import { isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './openapi-document';

const MAX_HOPS = 20;
const MAX_NAMED = 20;

/**
 * Follows `$ref` to its target; empty if it leads nowhere, in a cycle or out of the document, which is
 * noted in `lost`. Members beside a `$ref` (OpenAPI 3.1) override those of its target.
 */
export function resolve(document: OpenApiDocument, node: unknown): JsonObject {
  let at: unknown = node;
  let beside: JsonObject = {};
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    if (!isObject(at)) return beside;
    const pointer = own(at, '$ref');
    if (typeof pointer !== 'string') return Object.keys(beside).length === 0 ? at : { ...at, ...beside };
    const { $ref: _, ...siblings } = at;
    beside = { ...siblings, ...beside };
    at = find(document.root, pointer);
    const isLost = at === undefined || hops === MAX_HOPS - 1;
    if (isLost && document.lost.size < MAX_NAMED) document.lost.add(pointer);
  }
  return beside;
}

/** Returns the `$ref` of a node, to detect cycles. */
export function referenceOf(node: unknown): string | null {
  const pointer = isObject(node) ? own(node, '$ref') : null;
  return typeof pointer === 'string' ? pointer : null;
}

function find(root: JsonObject, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return pointer === '#' ? root : undefined;
  return valueAt(root, pointer.slice(2));
}
