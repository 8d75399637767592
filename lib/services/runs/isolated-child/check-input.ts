import { AppError } from '../../../platform/errors';
import type { Endpoint } from '../../../platform/http/endpoint';
import { parseInput } from '../../../platform/http/parse-input';
import { parseExact } from '../../../platform/text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../platform/text/json-depth';
import { countJsonValues, MAX_JSON_VALUES } from '../../../platform/text/json-size';
import { writeJson } from '../../../platform/text/json-text';
import { startBatchEndpoint } from '../batch-endpoint';
import { executeWorkflowEndpoint, sendBlockEndpoint } from '../endpoints';
import { tagsLine } from '../isolated/large-tags';
import type { CheckTask } from '../isolated/protocol';

/**
 * The input in the body of a start, or the body of a block alone, as JSON in UTF-8. @throws AppError
 * invalid_request, as `handle` says it of smaller bodies
 */
export function checkInput({ of, text }: CheckTask): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text);
  if (countJsonValues(bytes, MAX_JSON_VALUES) >= MAX_JSON_VALUES)
    throw refused(
      'body_too_complex',
      `The body holds more than ${MAX_JSON_VALUES.toLocaleString('en')} values.`,
    );
  if (isNestedTooDeeply(text))
    throw refused('body_too_deep', `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  const { body } = parseInput(
    { ...ENDPOINTS[of], params: undefined, query: undefined },
    { params: {}, search: new URLSearchParams(), body: parsed(text) },
  );
  return new TextEncoder().encode(checkedJson(of, body));
}

const ENDPOINTS: Record<CheckTask['of'], Endpoint> = {
  start: executeWorkflowEndpoint,
  batch: startBatchEndpoint,
  alone: sendBlockEndpoint,
};

function checkedJson(of: CheckTask['of'], body: unknown): string {
  if (of === 'alone') return writeJson(body);
  const { tags, ...rest } = body as { tags?: string[]; input: unknown; inputs: unknown[] };
  const inputs = of === 'start' ? [rest.input] : rest.inputs;
  return tagsLine(tags) + inputs.map((input) => writeJson(input)).join('\n');
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    throw refused('body_invalid_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

const refused = (code: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param: 'body', code, message }] });
