import { type Answer, jsonOf } from './ask';

interface Problem {
  status?: number;
  code?: string;
  detail?: string;
  requestId?: string;
  errors?: Array<{ param?: string; code?: string; message?: string }>;
}

/** Traces of the code, the database or this machine, which no message for people may contain. */
const NO_WORDS =
  /\bat \S+ \(\S+:\d|node_modules|\/lib\/|\[object|Prisma|syntax error at|ECONN|\bnull pointer/;
const LEAST_CHARACTERS = 12;
const MOST_PROBLEM_BYTES = 256 * 1024;
const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

/** Returns the problems of a response of the API, in words, for any request. */
export function whatIsWrong(answer: Answer): string[] {
  const { status, text } = answer;
  if (status === 0) return [`no answer: ${text}`];
  if (status < 400) return whatIsWrongWithType(answer);
  const problem = jsonOf<Problem>(answer);
  const isBusy = status === 503 || status === 429;
  return [
    ...(status >= 500 && !isBusy ? [`${status}: ${text.slice(0, 300)}`] : []),
    ...(isBusy && !/^\d+$/.test(String(answer.headers['retry-after']))
      ? [`${status} without Retry-After`]
      : []),
    ...(String(answer.headers['content-type']).startsWith('application/problem+json')
      ? []
      : [`${status} as ${answer.headers['content-type']}: ${text.slice(0, 200)}`]),
    ...(answer.bytes > MOST_PROBLEM_BYTES ? [`a refusal of ${answer.bytes} bytes`] : []),
    ...(problem === null ? [`${status} without JSON`] : whatIsWrongWithWords(status, problem)),
  ];
}

function whatIsWrongWithType({ status, headers, text }: Answer): string[] {
  const type = String(headers['content-type'] ?? '');
  const isEmpty = status === 204 || text === '';
  return isEmpty || JSON_TYPE.test(type) || type.startsWith('text/event-stream')
    ? []
    : [`${status} as ${type}`];
}

function whatIsWrongWithWords(status: number, problem: Problem): string[] {
  const { detail = '', code = '', errors = [], requestId } = problem;
  const wordless = errors.find(({ message = '' }) => message.length < 3 || NO_WORDS.test(message));
  return [
    ...(problem.status === status ? [] : [`${status} whose problem says ${problem.status}`]),
    ...(code === '' || requestId === undefined ? [`${status} without a code or a request id`] : []),
    ...(detail.length < LEAST_CHARACTERS || NO_WORDS.test(detail)
      ? [`${status} with the words ${JSON.stringify(detail.slice(0, 200))}`]
      : []),
    ...(wordless === undefined ? [] : [`${status} with an issue ${JSON.stringify(wordless).slice(0, 200)}`]),
  ];
}

export interface RunError {
  code: string;
  message: string;
}

/** Errors of runs that are defects of the product. */
const DEFECTS = new Set(['INTERNAL']);

/** Judges the error of a failed run; null for a run without an error. */
export function whatIsWrongWithError(error: RunError | null | undefined): string[] {
  if (error === null || error === undefined) return [];
  const { code, message } = error;
  if (DEFECTS.has(code)) return [`a run failed with ${code}: ${message}`];
  const isWorded = /^[A-Z][A-Z0-9_]*$/.test(code) && typeof message === 'string' && message.length > 3;
  return isWorded ? [] : [`a run failed without words: ${JSON.stringify(error).slice(0, 200)}`];
}
