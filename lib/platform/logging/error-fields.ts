import { isAppError } from '../errors';

/** An error as a log line shows it. `message` is omitted where it may quote user input. */
export interface ErrorFields {
  type: string;
  code?: string;
  message?: string;
  /** Stack frames, innermost first, at most 20. */
  stack?: string[];
  cause?: ErrorFields;
}

const MAX_FRAMES = 20;
const MAX_CAUSES = 3;
const MAX_MESSAGE_CHARACTERS = 2_000;
const FRAME = /^\s{4}at .+/;

/**
 * SQLSTATE classes of Postgres about operation, not data: connections, resources, operator intervention,
 * system errors, failed transactions, authorization.
 */
const POSTGRES_OPERATION = /^(08|25|28|3D|40|53|55|57|58|XX)[0-9A-Z]{3}$/;
const SYSTEM = /^(E[A-Z0-9]+|ERR_[A-Z0-9_]+)$/;

/**
 * Returns the fields of an error that may be logged. V8's own errors quote values (`JSON.parse` its text,
 * `new RegExp` its source), Postgres's data errors quote cells, and Prisma's and zod's the arguments: of
 * these only class, code and stack. Messages from our code, and those about files, sockets and connections,
 * are kept.
 */
export function errorFields(error: unknown, causesLeft = MAX_CAUSES): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const stack = framesOf(error);
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(mayShowMessage(error, code) ? { message: error.message.slice(0, MAX_MESSAGE_CHARACTERS) } : {}),
    ...(stack.length > 0 ? { stack } : {}),
    ...(error.cause !== undefined && causesLeft > 0
      ? { cause: errorFields(error.cause, causesLeft - 1) }
      : {}),
  };
}

/**
 * Returns the frames after the message in `stack`: a multi-line message may itself look like stack frames.
 */
function framesOf({ message, stack = '' }: Error): string[] {
  const begin = stack.indexOf(message);
  if (begin === -1) return [];
  const lines = stack.slice(begin + message.length).split('\n', MAX_FRAMES + 1);
  return lines.filter((line) => FRAME.test(line)).map((line) => line.trim());
}

function mayShowMessage(error: Error, code: unknown): boolean {
  if (isAppError(error)) return true;
  if (typeof code === 'string') return POSTGRES_OPERATION.test(code) || SYSTEM.test(code);
  return error.constructor.name === 'Error';
}
