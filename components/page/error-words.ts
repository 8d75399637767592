import { ApiError } from '@/lib/platform/http/client';

/** Describes an error for people: the server's message, or that of an UnreachableError. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError) {
    const first = error.problem.errors?.[0]?.message;
    return error.status === 400 && first ? first : error.message;
  }
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
}

/** The result of a check with zod. */
interface Checked {
  error?: { issues: ReadonlyArray<{ path: PropertyKey[]; message: string }> } | undefined;
}

/** Returns the first message of each field, from a check in the page; a list has those of its items. */
export function fieldProblems({ error }: Checked): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const name = path.filter((part) => typeof part === 'string').join('.');
    first[name] ??= message;
  }
  return first;
}

/** Returns messages by the body's field, from a response that rejected it. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  // The response may come from a server that is not this product.
  const issues = (error.problem.errors ?? []).filter(({ param, message }) => param && message);
  return Object.fromEntries(issues.map((issue) => [issue.param, issue.message]));
}
