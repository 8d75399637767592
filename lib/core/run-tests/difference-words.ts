import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { isShortened } from '../blocks/shortened-value';
import type { Allowance } from './rule';
import type { TestDifference } from './test-difference';

const MOST_CHARACTERS = 80;

const ALSO_ALLOWED: Readonly<Record<Allowance, string>> = {
  any: '',
  date: ' or another date of that form',
  id: ' or another id of that form',
  near: ' or a number near it',
  order: '',
};

/** Says in one sentence what is not as a test expects. */
export function differenceWords(difference: TestDifference): string {
  const { kind, blockName, iteration, actual, nearest } = difference;
  const block = `“${blockName ?? ''}”${iteration === null ? '' : ` (${iteration})`}`;
  if (kind === 'too-large') return 'There are too many values to compare all of them.';
  if (kind === 'not-sent') return `${block} did not send its request.`;
  if (kind === 'also-sent') return `${block} sent a request that is not expected: ${requestWords(actual)}.`;
  if (kind === 'unanswered') {
    const like = nearest === null ? '' : ` The nearest recorded request is ${requestWords(nearest.request)}.`;
    return `${block} asks for something that no record answers: ${requestWords(actual)}.${like}`;
  }
  const parts = { outcome: 'The outcome', output: 'The output', sent: `The request of ${block}` };
  return valueWords(parts[kind], difference);
}

function valueWords(part: string, { path, allowed, expected, actual }: TestDifference): string {
  const place = path === '' ? part : `${part} at ${path}`;
  if (expected === undefined) return `${place} should be absent and is ${shown(actual)}.`;
  const wanted = shown(expected) + (allowed === null ? '' : ALSO_ALLOWED[allowed]);
  return actual === undefined
    ? `${place} is missing: expected ${wanted}.`
    : `${place} is ${shown(actual)}: expected ${wanted}.`;
}

/** Names a request by its method and address, where it has them. */
function requestWords(request: unknown): string {
  const { method, url } = isJsonObject(request) ? request : {};
  if (typeof url !== 'string') return shown(request);
  return cut(typeof method === 'string' ? `${method} ${url}` : url);
}

const shown = (value: unknown): string =>
  cut(isShortened(value) ? (value.head ?? '') : writeJson(value ?? null));

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
