import { JSONPathEnvironment, JSONPathError, type JSONValue } from 'json-p3';
import type { JsonPath } from './json-tree';

/** What a JSONPath leads to in a value: the first places, or why it leads nowhere. */
export type FoundPaths = { paths: JsonPath[]; isMore: boolean } | { problem: string };

const MAX_PATHS = 500;
const environment = new JSONPathEnvironment();

/** Follows a JSONPath (RFC 9535). It may take for ever: in a thread that can be ended. */
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
