import { parseExact } from '../../../platform/text/exact-number';
import type { CheckWork } from '../../json-schema/check-work';
import type { ObjectSchema } from '../../json-schema/read-schema';
import type { BlockError, ExecutionContext } from '../block';
import { tooComplex, whyNotOfSchema } from '../check-schema';

/** Returns the text for the system prompt if the provider itself is not asked for JSON. */
export const schemaWords = (schema: ObjectSchema): string =>
  'When you are done, answer with JSON only, without any words or fences around it. ' +
  `It must match this JSON Schema:\n${JSON.stringify(schema)}`;

export const repairWords = (problem: string): string =>
  `Your answer can't be used: ${problem} Answer again with the JSON alone.`;

/** The most places in an answer at which JSON is looked for. */
const MAX_BEGINNINGS = 50;

/**
 * Yields the texts in an answer that may be its JSON: the whole, the content of a fence, or the end of
 * the text, after words that the model should have left out.
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

/** True if a bracket after this text opens inside other JSON; a fragment of JSON is no answer. */
const isWithinJson = (before: string): boolean => /(?:[{[,]|":)$/.test(before.trimEnd());

type ReadAnswer =
  | { ok: true; data: unknown }
  /** `error`: the model can't mend it, so that the block fails. */
  | { ok: false; problem: string; error: BlockError | null };

/** Returns the answer as data, or the reason why it can't be used. */
export async function readAnswer(
  content: string,
  schema: ObjectSchema,
  work: CheckWork,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<ReadAnswer> {
  for (const text of candidatesIn(content.trim())) {
    const data = parsed(text);
    if (data === NOT_JSON) continue;
    try {
      const problem = await whyNotOfSchema(schema, data, work, context);
      return problem === null ? { ok: true, data } : { ok: false, problem, error: null };
    } catch (thrown) {
      const error = tooComplex(thrown, 'The answer', 'outputSchema');
      return { ok: false, problem: error.message, error };
    }
  }
  return { ok: false, problem: 'It is not JSON.', error: null };
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
