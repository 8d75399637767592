import { AppError } from '../errors';
import type { Operation } from './operation';

interface Node {
  fixed: Map<string, Node>;
  named: Node | null;
  /** Operations by method; `names` are the path's parameters in order. */
  operations: Map<string, { operation: Operation; names: string[] }>;
}

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

export interface Router {
  /** @returns null when no operation has this path. @throws AppError method_not_allowed, invalid_request */
  match(method: string, path: string): Match | null;
  /** Returns the methods of this path, as listed in `Allow`; none for an unknown path. */
  allowed(path: string): string[];
}

const node = (): Node => ({ fixed: new Map(), named: null, operations: new Map() });

/** Creates a router. A fixed segment wins over a named one. HEAD is handled by GET's operation. */
export function createRouter(operations: readonly Operation[]): Router {
  const root = node();
  for (const operation of operations) {
    const names: string[] = [];
    let here = root;
    for (const segment of segmentsOf(operation.endpoint.path)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        if (!here.fixed.has(segment)) here.fixed.set(segment, node());
        here = here.fixed.get(segment)!;
      } else {
        names.push(name);
        here.named ??= node();
        here = here.named;
      }
    }
    here.operations.set(operation.endpoint.method, { operation, names });
  }
  return {
    match: (method, path) => match(root, method, path),
    allowed: (path) => {
      const end = find(root, segmentsOf(path), 0, []);
      return end === null ? [] : allowedAt(end);
    },
  };
}

/** Splits a path. Webhooks link to `/v1/…`, as the contract writes it: the same operations as `/api/v1/…`. */
const segmentsOf = (path: string): string[] =>
  (path.startsWith('/v1/') ? `/api${path}` : path).split('/').slice(1);

function match(root: Node, method: string, path: string): Match | null {
  const values: string[] = [];
  const end = find(root, segmentsOf(path), 0, values);
  if (end === null) return null;
  const found = end.operations.get(method === 'HEAD' ? 'GET' : method);
  if (found === undefined) throw methodNotAllowed(method, allowedAt(end));
  const params: Record<string, string> = {};
  found.names.forEach((name, index) => {
    params[name] = decode(values[index]!);
  });
  return { operation: found.operation, params };
}

function find(here: Node, segments: readonly string[], index: number, values: string[]): Node | null {
  if (index === segments.length) return here.operations.size > 0 ? here : null;
  const segment = segments[index]!;
  const fixed = here.fixed.get(segment);
  const found = fixed === undefined ? null : find(fixed, segments, index + 1, values);
  if (found !== null || here.named === null || segment === '') return found;
  const depth = values.length;
  values.push(segment);
  const named = find(here.named, segments, index + 1, values);
  if (named === null) values.length = depth;
  return named;
}

function allowedAt({ operations }: Node): string[] {
  return [...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

function methodNotAllowed(method: string, allowed: string[]): AppError {
  return new AppError('method_not_allowed', `${method} is not allowed here. Use ${allowed.join(' or ')}.`, {
    headers: { allow: allowed.join(', ') },
  });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw new AppError('invalid_request', 'The path is not valid percent-encoding.', { cause: error });
  }
}
