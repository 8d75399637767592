/** The error of `authorize` when the database is unavailable. */
export const UNAVAILABLE = 'unavailable';
const RETRY_AFTER_SECONDS = '2';

/** Replaces next-auth's 401 by a 503 if the sign-in failed only because the database is unavailable. */
export async function unavailableInstead(answer: Response): Promise<Response> {
  if (answer.status !== 401) return answer;
  const body = await answer.text();
  const headers = new Headers(answer.headers);
  if (!isOutage(body)) return new Response(body, { status: answer.status, headers });
  headers.set('retry-after', RETRY_AFTER_SECONDS);
  return new Response(body, { status: 503, headers });
}

function isOutage(body: string): boolean {
  try {
    return new URL(JSON.parse(body).url).searchParams.get('error') === UNAVAILABLE;
  } catch {
    return false; // another kind of response
  }
}
