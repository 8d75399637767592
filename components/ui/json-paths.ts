import { JSONPathEnvironment, JSONPathError, type JSONValue } from 'json-p3';
import type { JsonPath } from './json-tree';

/** The result of a JSONPath: the first matches, or the reason why there is none. */
export type FoundPaths = { paths: JsonPath[]; isMore: boolean } | { problem: string };

const MAX_PATHS = 500;
const environment = new JSONPathEnvironment();

/** Evaluates a JSONPath (RFC 9535). It may not terminate: run it in a worker, which can be terminated. */
export function findPaths(value: unknown, path: string): FoundPaths {
  try {
    const paths: JsonPath[] = [];
    for (const { location } of environment.lazyQuery(path, value as JSONValue)) {
      if (paths.length === MAX_PATHS) return { paths, isMore: true };
      paths.push(location);
    }
    return { paths, isMore: false };
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    return { problem: error.message };
  }
}
