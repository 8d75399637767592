import { z } from 'zod';

/** Faults of a connection or a server, in the order of the table. */
const FAILING = [
  'refused',
  'timeout',
  'rate-limited',
  'rate-limited-with-delay',
  'error-once',
  'error-always',
  'cut',
] as const;

/** Faults of a response that arrives with its recorded status. */
const ANSWERED = [
  'empty',
  'malformed',
  'field-missing',
  'field-null',
  'other-type',
  'empty-list',
  'unknown-value',
] as const;

export const FAULTS = [...FAILING, ...ANSWERED, 'slow', 'killed'] as const;
export const Fault = z.enum(FAULTS);
export type Fault = z.infer<typeof Fault>;

/** Faults of one place inside the response, rehearsed for several places. */
export const SHAPE_FAULTS = [
  'field-missing',
  'field-null',
  'other-type',
  'empty-list',
  'unknown-value',
] as const satisfies readonly Fault[];
export type ShapeFault = (typeof SHAPE_FAULTS)[number];

export const isShapeFault = (fault: Fault): fault is ShapeFault =>
  (SHAPE_FAULTS as readonly Fault[]).includes(fault);

/** After these the response comes: whoever repeats the request gets it. */
export const PASSING_FAULTS: ReadonlySet<Fault> = new Set([
  'rate-limited',
  'rate-limited-with-delay',
  'error-once',
]);

/** Responses that servers promise not to send; others, such as an empty list, are surprising but right. */
export const BROKEN_RESPONSES: ReadonlySet<Fault> = new Set([
  'empty',
  'malformed',
  'field-missing',
  'field-null',
  'other-type',
]);

/** Responses without a value: a condition on it can't tell that from one that says no. */
export const LACKING_RESPONSES: ReadonlySet<Fault> = new Set(['empty', 'malformed', 'field-missing']);

/** The fault as the subject of a sentence. */
export const FAULT_WORDS: Readonly<Record<Fault, string>> = {
  refused: 'A refused connection',
  timeout: 'A timeout',
  'rate-limited': 'One 429',
  'rate-limited-with-delay': 'One 429 with Retry-After',
  'error-once': 'One 500',
  'error-always': 'A 500 on every attempt',
  cut: 'A response that is cut off',
  empty: 'An empty response',
  malformed: 'Malformed JSON',
  'field-missing': 'A missing field',
  'field-null': 'A field that is null',
  'other-type': 'A field of another type',
  'empty-list': 'An empty list',
  'unknown-value': 'An unknown value',
  slow: 'A response after 20 s',
  killed: 'The end of the process during the request',
};
