import { ApiError } from '@/lib/platform/http/client';

/** An error in words for people: what the server said, or that it could not be reached. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError) {
    const first = error.problem.errors?.[0]?.message;
    return error.status === 400 && first ? first : error.message;
  }
  // fetch reports every network failure as a TypeError.
  if (error instanceof TypeError)
    return 'The server could not be reached. Check the connection and try again.';
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
}

/** Messages by the name of the body's field, from an answer that refused it. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  // Not all of what answers is this product.
  const issues = (error.problem.errors ?? []).filter(({ param, message }) => param && message);
  return Object.fromEntries(issues.map((issue) => [issue.param, issue.message]));
}
