import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import { entryOf } from '../../../core/engine/entry-of';
import { knownHeads } from '../../../core/references/find-references';
import { MISSING, readReference, SKIPPED } from '../../../core/references/read-path';
import { ResolveError } from '../../../core/references/resolve-error';
import { parseTemplate } from '../../../core/references/template';
import { AppError } from '../../../platform/errors';
import { ExactNumber } from '../../../platform/text/exact-number';
import type { KeyQuestion } from '../shapes/key-question';

/** A longer key is refused: what tells customers or orders apart is short. */
const MAX_KEY_CHARACTERS = 256;

/** The key of starts that have none: they share one, and no value is equal to it. */
export const NO_KEY = '';

/** Returns the question for a run of this version. */
export function keyQuestion(
  expression: string,
  { blocks, unreachedSlugs }: CompiledWorkflow,
  entryBlock: string | undefined,
): KeyQuestion {
  const entry = entryOf(
    blocks.filter(({ starts }) => starts),
    entryBlock,
  );
  const definition = entry === null ? undefined : blockDefinitions.get(entry.type);
  // What the author left out has its default only once the schema has read it.
  const config = definition?.config.safeParse(entry?.authored);
  return {
    expression,
    slug: entry?.slug ?? '',
    defaults: (config?.success && definition?.trigger?.defaultOutputs?.(config.data as never)) || {},
    slugs: [...blocks.map(({ slug }) => slug), ...unreachedSlugs],
  };
}

/**
 * Reads the key of a start from its input: `=` and its text, or `NO_KEY` if no part of it has a value.
 * @throws AppError invalid_request for a list or an object, and for a key that is too long
 */
export function readStartKey(
  { expression, slug, defaults, slugs }: KeyQuestion,
  input: Readonly<Record<string, unknown>>,
): string {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  const output = { ...defaults, ...Object.fromEntries(given) };
  const outputs = { get: (name: string) => (name === slug ? output : SKIPPED) };
  let text = '';
  let hasValue = false;
  for (const part of parseTemplate(expression, knownHeads(slugs)).parts) {
    if (typeof part === 'string') text += part;
    if (typeof part === 'string' || part.kind !== 'reference') continue;
    const value = valueIn(() => readReference(part.reference, { outputs }));
    if (value === MISSING || value === null) continue;
    hasValue = true;
    text += textOf(expression, value);
    if (text.length > MAX_KEY_CHARACTERS) throw tooLong(expression);
  }
  if (!hasValue) return NO_KEY;
  if (text.length > MAX_KEY_CHARACTERS) throw tooLong(expression);
  if (text.includes('\0'))
    throw refused(`The key of this start (${expression}) has the character U+0000, which can’t be stored.`);
  return `=${text}`;
}

function valueIn(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ResolveError) return MISSING;
    throw error;
  }
}

function textOf(expression: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber)
    return String(value);
  const what = Array.isArray(value) ? 'a list' : 'an object';
  throw refused(
    `The key of this start (${expression}) is ${what}, so nothing was started. ` +
      'A key is a text, a number or true or false.',
  );
}

const tooLong = (expression: string): AppError =>
  refused(
    `The key of this start (${expression}) has more than ${MAX_KEY_CHARACTERS} characters, so nothing was started.`,
  );

const refused = (message: string): AppError =>
  new AppError('invalid_request', message, {
    issues: [{ param: 'input', code: 'input_invalid', message }],
  });
