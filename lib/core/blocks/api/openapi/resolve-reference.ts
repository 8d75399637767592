import { isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './read-document';

const MAX_HOPS = 20;
const MAX_STEPS = 100;

/**
 * Follows `$ref` to what it names; empty when it leads nowhere, in a circle or out of the document. What
 * stands beside a `$ref` (OpenAPI 3.1) is laid over its target.
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
  }
  return beside;
}

/** The `$ref` of a node, for telling circles apart. */
export function referenceOf(node: unknown): string | null {
  const pointer = isObject(node) ? own(node, '$ref') : null;
  return typeof pointer === 'string' ? pointer : null;
}

function find(root: JsonObject, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return pointer === '#' ? root : undefined;
  let at: unknown = root;
  for (const step of pointer.slice(2).split('/', MAX_STEPS)) at = own(at, unescapeStep(step));
  return at;
}

function unescapeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // A percent sign of the name itself.
  }
}
