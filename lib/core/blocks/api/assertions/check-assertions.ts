import type { OutboundResponse } from '../../../../platform/outbound-http/contract';
import { ExactNumber } from '../../../../platform/text/exact-number';
import { jsonBeginning } from '../../../../platform/text/json-beginning';
import { asSentence } from '../../../../platform/text/sentence';
import { CheckWork } from '../../../json-schema/check-work';
import { readSchema } from '../../../json-schema/read-schema';
import { isSame } from '../../../json-schema/same-value';
import {
  type AssertionResult,
  assertionWords,
  comparesValue,
  explainBadValue,
  type ResolvedAssertion,
} from '../../assertions';
import type { BlockError, BlockResult, ExecutionContext } from '../../block';
import { tooComplex, whyNotOfSchema } from '../../check-schema';
import { valueAt } from '../pagination/body-path';
import { wholeError } from '../request/failed-output';

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
  const { results, tooMuch } = await checkAll(wanted, response, context);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) return { ...result, assertions: results };
  const attempts = result.attempts ?? [];
  const error = wholeError({
    phase: 'response',
    attempts,
    ...(tooMuch ?? failureOf(failed, results.length)),
  });
  return {
    ...result,
    ok: false,
    continuable: false,
    error,
    output: { ...output, error },
    assertions: results,
  };
}

/** All assertions share one limit of work; the first that exceeds it is the last that is checked. */
async function checkAll(
  assertions: readonly ResolvedAssertion[],
  response: Response,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<{ results: AssertionResult[]; tooMuch: BlockError | null }> {
  const work = new CheckWork();
  const results: AssertionResult[] = [];
  for (const assertion of assertions) {
    const value = textOf(assertion.value, COMPARED_CHARACTERS).trim();
    const text = assertionWords(assertion, clip(value));
    try {
      const found = await whyNot(assertion, value, response, work, context);
      results.push({ text, ok: found === null, found });
    } catch (thrown) {
      const tooMuch = tooComplex(thrown, `The assertion "${text}"`, 'assertions');
      results.push({ text, ok: false, found: "it can't be checked" });
      return { results, tooMuch };
    }
  }
  return { results, tooMuch: null };
}

function failureOf(failed: readonly AssertionResult[], count: number): BlockError {
  const named = failed.slice(0, MAX_NAMED).map(({ text, found }) => `${text}: ${found}`);
  const more = failed.length > MAX_NAMED ? `; and ${failed.length - MAX_NAMED} more` : '';
  const message = asSentence(`${failed.length} of ${count} assertions failed. ${named.join('; ')}${more}`);
  return { code: 'ASSERTION_FAILED', message, field: 'assertions' };
}

/** Returns what was found instead; null if the assertion holds. `text`: the expected value as text. */
async function whyNot(
  assertion: ResolvedAssertion,
  text: string,
  response: Response,
  work: CheckWork,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<string | null> {
  const { subject, operator } = assertion;
  const actual = actualOf(assertion, response);
  if (operator === 'schema') return whyNotOfText(text, actual ?? null, work, context);
  const bad = comparesValue(operator) ? explainBadValue(subject, operator, text) : null;
  if (bad !== null) return cantBeChecked(bad);
  if (await work.inTurns(() => holds(assertion, actual, text, work))) return null;
  return actual === undefined ? 'it is missing' : `it is ${shown(actual, subject)}`;
}

async function whyNotOfText(
  text: string,
  actual: unknown,
  work: CheckWork,
  context: Pick<ExecutionContext, 'code' | 'signal'>,
): Promise<string | null> {
  const read = await work.inTurns(() => {
    work.charge(text.length);
    return readSchema(text);
  });
  if (!read.ok) return cantBeChecked(read.message);
  const mismatch = await whyNotOfSchema(read.schema, actual, work, context);
  return mismatch?.replace(/\.$/, '') ?? null;
}

const cantBeChecked = (why: string): string => `it can't be checked. ${why}`;

function actualOf({ subject, name }: ResolvedAssertion, response: Response): unknown {
  if (subject === 'status') return response.status;
  if (subject === 'time') return response.durationMs;
  if (subject === 'body') return valueAt(response.data, name);
  const held = response.headers[name.trim().toLowerCase()];
  return Array.isArray(held) ? held.join(', ') : held;
}

function holds(
  { subject, operator, value }: ResolvedAssertion,
  actual: unknown,
  text: string,
  work: CheckWork,
): boolean {
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
      return contains(actual, value, text, work);
    case 'notEquals':
      return actual !== undefined && !equals(subject, actual, value, text, work);
    default:
      return actual !== undefined && equals(subject, actual, value, text, work);
  }
}

function equals(
  subject: ResolvedAssertion['subject'],
  actual: unknown,
  value: unknown,
  text: string,
  work: CheckWork,
): boolean {
  if (subject === 'status')
    return text.split(',').some((one) => isOfStatus(Number(actual), one.trim().toLowerCase()));
  return subject === 'header' ? actual === text : isSame(value ?? null, actual, work);
}

const isOfStatus = (status: number, wanted: string): boolean =>
  wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);

function contains(actual: unknown, value: unknown, text: string, work: CheckWork): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isSame(value ?? null, item, work));
  if (typeof actual !== 'string') return false;
  work.charge(actual.length);
  return actual.includes(text);
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
