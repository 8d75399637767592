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

const FENCED = /^```[a-z]*\n([\s\S]*)\n```$/i;

/** The answer as data, or what is wrong with it. */
export async function readAnswer(
  content: string,
  schema: ObjectSchema,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<{ ok: true; data: unknown } | { ok: false; problem: string }> {
  const text = content.trim();
  let data: unknown;
  try {
    data = parseExact(FENCED.exec(text)?.[1] ?? text);
  } catch {
    return { ok: false, problem: 'It is not JSON.' };
  }
  const problem = await whyNotOfSchema(schema, data, context);
  return problem === null ? { ok: true, data } : { ok: false, problem };
}

export const invalidOutput = (problem: string): BlockError => ({
  code: 'OUTPUT_INVALID',
  message:
    `The model was asked for JSON of the output schema, twice, and gave something else: ${problem} ` +
    'Say in the prompt what each member is, or use a stronger model.',
  field: 'outputSchema',
  retryable: false,
});
