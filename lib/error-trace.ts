/**
 * An unexpected error for the server's log: its class, its code and where it happened. Never its message, nor what databases
 * and parsers add to it: those quote what they were given, which may be a secret.
 */
export function errorTrace(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { code } = error as { code?: unknown };
  const title =
    typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${classOf(error)} ${code}` : classOf(error);
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  const cause = error.cause instanceof Error ? [`  caused by ${errorTrace(error.cause)}`] : [];
  return [title, ...places, ...cause].join('\n');
}

/** Of the class itself: `name` can be set by whoever threw it. */
const classOf = (error: Error): string => error.constructor.name || 'Error';
