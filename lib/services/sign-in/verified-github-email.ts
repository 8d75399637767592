import { z } from 'zod';

const EMAILS_URL = 'https://api.github.com/user/emails';
const TIMEOUT_MS = 10_000;
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/**
 * Returns the primary e-mail, if GitHub has verified it; a profile's e-mail alone proves nothing. @throws
 * Error when GitHub doesn't respond
 */
export async function verifiedGitHubEmail(accessToken: string, url = EMAILS_URL): Promise<string | null> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} when asked for e-mail addresses.`);
  const emails = Emails.parse(await response.json());
  return emails.find(({ primary, verified }) => primary && verified)?.email ?? null;
}
