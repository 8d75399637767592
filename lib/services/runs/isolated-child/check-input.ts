import type { Endpoint } from '../../../platform/http/endpoint';
import { parseJson } from '../../../platform/http/json-body';
import { parseInput } from '../../../platform/http/parse-input';
import { MAX_JSON_VALUES } from '../../../platform/text/json-size';
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
  const { body } = parseInput(
    { ...ENDPOINTS[of], params: undefined, query: undefined },
    {
      params: {},
      search: new URLSearchParams(),
      body: parseJson(text, { exactNumbers: true }, MAX_JSON_VALUES),
    },
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
