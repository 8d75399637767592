import type { OutboundResponse } from '../../../../platform/outbound-http/contract';
import { ExactNumber } from '../../../../platform/text/exact-number';
import { jsonBeginning } from '../../../../platform/text/json-beginning';
import { asSentence } from '../../../../platform/text/sentence';
import { checkValue } from '../../../json-schema/check-value';
import { readSchema } from '../../../json-schema/read-schema';
import {
  type AssertionResult,
  assertionWords,
  comparesValue,
  explainBadValue,
  type ResolvedAssertion,
} from '../../assertions';
import type { BlockError, BlockResult, ExecutionContext } from '../../block';
import { whyNotOfSchema } from '../../check-schema';
import { valueAt } from '../pagination/body-path';

/** The parts of a block's result that assertions check. */
interface Response {
  status: number;
  headers: OutboundResponse['headers'];
  data: unknown;
  /** The duration of the last attempt. */
  durationMs: number;
}

const SHOWN_CHARACTERS = 200;
/** The most characters of an expected value as text; nothing that long equals the actual value. */
const COMPARED_CHARACTERS = 1024 * 1024;
const MAX_NAMED = 3;

/**
 * Returns the result with the outcomes of its assertions. If one fails, the block fails, with the
 * response in its output; without a response there is nothing to check.
 */
export async function checkAssertions(
  result: BlockResult,
  assertions: readonly ResolvedAssertion[],
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<BlockResult> {
  const wanted = assertions.filter(({ enabled }) => enabled);
  const { output } = result;
  if (wanted.length === 0 || typeof output.status !== 'number') return result;
  const response: Response = {
    status: output.status,
    headers: output.headers as OutboundResponse['headers'],
    data: output.data,
    durationMs: result.attempts?.at(-1)?.durationMs ?? 0,
  };
  const results: AssertionResult[] = [];
  for (const assertion of wanted) results.push(await checkOne(assertion, response, context));
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) return { ...result, assertions: results };
  const error = failureOf(failed, results.length);
  return {
    ...result,
    ok: false,
    continuable: false,
    error,
    output: { ...output, error },
    assertions: results,
  };
}

function failureOf(failed: readonly AssertionResult[], count: number): BlockError {
  const named = failed.slice(0, MAX_NAMED).map(({ text, found }) => `${text}: ${found}`);
  const more = failed.length > MAX_NAMED ? `; and ${failed.length - MAX_NAMED} more` : '';
  const message = asSentence(`${failed.length} of ${count} assertions failed. ${named.join('; ')}${more}`);
  return { code: 'ASSERTION_FAILED', message, field: 'assertions' };
}

async function checkOne(
  assertion: ResolvedAssertion,
  response: Response,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<AssertionResult> {
  const { subject, operator } = assertion;
  const value = textOf(assertion.value, COMPARED_CHARACTERS).trim();
  const text = assertionWords(assertion, clip(value));
  const failed = (found: string): AssertionResult => ({ text, ok: false, found });
  const bad = comparesValue(operator) ? explainBadValue(subject, operator, value) : null;
  if (bad !== null) return failed(`it can't be checked. ${bad}`);
  const actual = actualOf(assertion, response);
  if (operator === 'schema') {
    const read = readSchema(value);
    const mismatch = read.ok ? await whyNotOfSchema(read.schema, actual ?? null, context) : read.message;
    return mismatch === null ? { text, ok: true, found: null } : failed(mismatch.replace(/\.$/, ''));
  }
  return holds(assertion, actual, value)
    ? { text, ok: true, found: null }
    : failed(actual === undefined ? 'it is missing' : `it is ${shown(actual, subject)}`);
}

function actualOf({ subject, name }: ResolvedAssertion, response: Response): unknown {
  if (subject === 'status') return response.status;
  if (subject === 'time') return response.durationMs;
  if (subject === 'body') return valueAt(response.data, name);
  const held = response.headers[name.trim().toLowerCase()];
  return Array.isArray(held) ? held.join(', ') : held;
}

/** `text`: the expected value as text. */
function holds({ subject, operator, value }: ResolvedAssertion, actual: unknown, text: string): boolean {
  switch (operator) {
    case 'exists':
      return actual !== undefined;
    case 'missing':
      return actual === undefined;
    case 'less':
      return isNumber(actual) && Number(actual) < Number(text);
    case 'greater':
      return isNumber(actual) && Number(actual) > Number(text);
    case 'contains':
      return contains(actual, value, text);
    case 'notEquals':
      return actual !== undefined && !equals(subject, actual, value, text);
    default:
      return actual !== undefined && equals(subject, actual, value, text);
  }
}

function equals(
  subject: ResolvedAssertion['subject'],
  actual: unknown,
  value: unknown,
  text: string,
): boolean {
  if (subject === 'status')
    return text.split(',').some((one) => isOfStatus(Number(actual), one.trim().toLowerCase()));
  return subject === 'header' ? actual === text : isSame(value, actual);
}

const isOfStatus = (status: number, wanted: string): boolean =>
  wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);

/** True if both are equal as JSON. */
const isSame = (value: unknown, actual: unknown): boolean =>
  checkValue({ const: value ?? null }, actual).mismatch === null;

function contains(actual: unknown, value: unknown, text: string): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isSame(value, item));
  return typeof actual === 'string' && actual.includes(text);
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof ExactNumber;

function shown(actual: unknown, subject: ResolvedAssertion['subject']): string {
  if (subject === 'time') return `${Math.round(Number(actual))} ms`;
  return clip(jsonBeginning(actual ?? null, SHOWN_CHARACTERS));
}

/** Converts a value to text as any text field does, but cuts long values. */
function textOf(value: unknown, most: number): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : jsonBeginning(value, most);
}

const clip = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
