import { FILE_SET_MARK } from '../../file-set';

const START_CHARACTERS = 4_000;
const VERSION_CHARACTERS = 40;
/** The most keys that are checked: a document names its version once, but other keys may match. */
const MAX_KEYS = 20;

/**
 * True for an OpenAPI 3 or Swagger 2 document, or a set of files with one in it. Cheap if the version is
 * at the beginning, as in most documents; tools that sort the keys write it anywhere.
 */
export function looksLikeOpenApi(text: string): boolean {
  if (text.startsWith(FILE_SET_MARK)) return /openapi|swagger/.test(text);
  const start = text.slice(0, START_CHARACTERS);
  if (/^\s*\{/.test(start)) return hasVersion(text, '"openapi"', 3) || hasVersion(text, '"swagger"', 2);
  return NAMES_VERSION.test(start) || NAMES_VERSION.test(text);
}

const NAMES_VERSION = /^(?:["']?openapi["']?\s{0,9}:\s{0,9}["']?3|["']?swagger["']?\s{0,9}:\s{0,9}["']?2)/m;

function hasVersion(text: string, key: string, major: number): boolean {
  let at = text.indexOf(key);
  for (let seen = 0; at !== -1 && seen < MAX_KEYS; seen += 1) {
    const behind = text.slice(at + key.length, at + key.length + VERSION_CHARACTERS);
    if (/^\s*:\s*["']?(\d)/.exec(behind)?.[1] === String(major)) return true;
    at = text.indexOf(key, at + 1);
  }
  return false;
}
