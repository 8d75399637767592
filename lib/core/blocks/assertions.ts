import { z } from 'zod';
import { readSchema } from '../json-schema/read-schema';

/** The parts of a response that an assertion can check. */
export const ASSERTION_SUBJECTS = ['status', 'header', 'body', 'time'] as const;
export type AssertionSubject = (typeof ASSERTION_SUBJECTS)[number];

export const ASSERTION_OPERATORS = [
  'equals',
  'notEquals',
  'less',
  'greater',
  'contains',
  'exists',
  'missing',
  'schema',
] as const;
export type AssertionOperator = (typeof ASSERTION_OPERATORS)[number];

const MAX_ASSERTIONS = 50;
const MAX_VALUE_CHARACTERS = 50_000;

/** A condition on the response; the block fails if it does not hold. */
export const Assertion = z.object({
  subject: z.enum(ASSERTION_SUBJECTS).default('status'),
  /** Name of a header, or the path of a value in the body: empty for the body itself. */
  name: z.string().default(''),
  operator: z.enum(ASSERTION_OPERATORS).default('equals'),
  /** For a status: numbers and classes, `200, 3xx`. For a time: milliseconds. For `schema`: a JSON Schema. */
  value: z.coerce.string().default(''),
  enabled: z.boolean().default(true),
});
export type Assertion = z.infer<typeof Assertion>;

export const Assertions = z
  .array(Assertion)
  .max(MAX_ASSERTIONS, `At most ${MAX_ASSERTIONS} assertions.`)
  .default([]);

/** An assertion with the references in its value resolved. */
export interface ResolvedAssertion extends Omit<Assertion, 'value'> {
  readonly value: unknown;
}

/** The operators for each subject. */
export const OPERATORS_OF: Readonly<Record<AssertionSubject, readonly AssertionOperator[]>> = {
  status: ['equals', 'notEquals', 'less', 'greater'],
  header: ['equals', 'notEquals', 'contains', 'exists', 'missing'],
  body: ASSERTION_OPERATORS,
  time: ['less'],
};

/** True if the operator compares with a value. */
export const comparesValue = (operator: AssertionOperator): boolean =>
  operator !== 'exists' && operator !== 'missing';

const STATUS_LIST = /^(?:[1-5](?:\d\d|[xX][xX]))(?: *, *[1-5](?:\d\d|[xX][xX]))*$/;
const HAS_REFERENCE = /<|\{\{/;

/** Returns why an assertion can't be checked as authored; null if it can. */
export function explainBadAssertion({ subject, name, operator, value }: Assertion): string | null {
  if (!OPERATORS_OF[subject].includes(operator)) return `Choose a condition for the ${subject}.`;
  if (subject === 'header' && name.trim() === '') return 'Enter the name of the header.';
  if (value.length > MAX_VALUE_CHARACTERS) return VALUE_TOO_LONG;
  if (!comparesValue(operator) || HAS_REFERENCE.test(value)) return null;
  return explainBadValue(subject, operator, value.trim());
}

const VALUE_TOO_LONG = 'At most 50,000 characters can be compared with. Shorten the value.';

/** Returns why a value can't be compared, for example an unknown status; resolved values are checked too. */
export function explainBadValue(
  subject: AssertionSubject,
  operator: AssertionOperator,
  text: string,
): string | null {
  const isOrder = operator === 'less' || operator === 'greater';
  if (subject === 'status' && !isOrder && !STATUS_LIST.test(text))
    return 'Enter a status, or several: 200, 2xx or 200, 404.';
  if (isOrder && (text === '' || !Number.isFinite(Number(text)))) return 'Enter a number.';
  if (operator !== 'schema') return null;
  const read = readSchema(text);
  return read.ok ? null : read.message;
}

/** The outcome of one assertion, as stored on the span. */
export interface AssertionResult {
  /** `status equals 2xx`. */
  text: string;
  ok: boolean;
  /** The reason for the failure, in words; null if the assertion holds. */
  found: string | null;
}

const OPERATOR_WORDS: Readonly<Record<AssertionOperator, string>> = {
  equals: 'equals',
  notEquals: 'does not equal',
  less: 'is less than',
  greater: 'is greater than',
  contains: 'contains',
  exists: 'exists',
  missing: 'is missing',
  schema: 'fits the schema',
};

export const operatorWords = (operator: AssertionOperator): string => OPERATOR_WORDS[operator];

/** Returns a text such as `body items[0].id equals 12`; `value`: the value as text. */
export function assertionWords(
  { subject, name, operator }: Pick<Assertion, 'subject' | 'name' | 'operator'>,
  value: string,
): string {
  const unit = subject === 'time' ? ' ms' : '';
  const compared = comparesValue(operator) && operator !== 'schema' ? ` ${value}${unit}` : '';
  const what = name.trim() === '' || subject === 'status' || subject === 'time' ? '' : ` ${name.trim()}`;
  return `${subject}${what} ${OPERATOR_WORDS[operator]}${compared}`;
}
