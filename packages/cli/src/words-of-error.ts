interface Issue {
  param: string;
  message: string;
}

/** Returns an error in words, with each bad value that the server named. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const issues = issuesOf(error).filter(({ message }) => !error.message.includes(message));
  const lines = [error.message, ...issues.map(({ param, message }) => `${param}: ${message}`)];
  return lines.join('\n').trim() || `It failed: ${error.name}.`;
}

/** Both clients' errors have them: in the problem document that the server sent. */
function issuesOf(error: object): Issue[] {
  const { problem } = error as { problem?: { errors?: unknown } };
  return Array.isArray(problem?.errors) ? (problem.errors as Issue[]) : [];
}
