import { parseExact } from '../../../platform/text/exact-number';
import type { ObjectSchema } from '../../json-schema/read-schema';
import type { BlockError, ExecutionContext } from '../block';
import { whyNotOfSchema } from '../check-schema';

/** Added to the system prompt where the provider can't be asked for JSON itself. */
export const schemaWords = (schema: ObjectSchema): string =>
  'When you are done, answer with JSON only, without any words or fences around it. ' +
  `It must match this JSON Schema:\n${JSON.stringify(schema)}`;

export const repairWords = (problem: string): string =>
  `Your answer can't be used: ${problem} Answer again with the JSON alone.`;

/** More places where JSON may begin are not tried. */
const MAX_BEGINNINGS = 50;

/**
 * The texts in an answer that may be its JSON: all of it, what a fence holds, or what it ends with, behind
 * words that the model should have kept to itself.
 */
function* candidatesIn(text: string): Generator<string> {
  yield text;
  const fence = text.lastIndexOf('```') === text.length - 3 ? text.slice(0, -3).trimEnd() : text;
  if (!/[\]}]$/.test(fence)) return;
  let tried = 0;
  for (const { index } of fence.matchAll(/[{[]/g)) {
    if (tried >= MAX_BEGINNINGS) return;
    if (isWithinJson(fence.slice(Math.max(0, index - LOOK_BACK), index))) continue;
    tried += 1;
    yield fence.slice(index);
  }
}

const LOOK_BACK = 200;

/** A part of JSON that was cut off is no answer. */
const isWithinJson = (before: string): boolean => /(?:[{[,]|":)$/.test(before.trimEnd());

/** The answer as data, or what is wrong with it. */
export async function readAnswer(
  content: string,
  schema: ObjectSchema,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<{ ok: true; data: unknown } | { ok: false; problem: string }> {
  for (const text of candidatesIn(content.trim())) {
    const data = parsed(text);
    if (data === NOT_JSON) continue;
    const problem = await whyNotOfSchema(schema, data, context);
    return problem === null ? { ok: true, data } : { ok: false, problem };
  }
  return { ok: false, problem: 'It is not JSON.' };
}

const NOT_JSON = Symbol('no JSON');

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return NOT_JSON;
  }
}

export const invalidOutput = (problem: string): BlockError => ({
  code: 'OUTPUT_INVALID',
  message:
    `The model was asked for JSON of the output schema, twice, and gave something else: ${problem} ` +
    'Say in the prompt what each member is, or use a stronger model.',
  field: 'outputSchema',
  retryable: false,
});
