import { env } from '../../platform/env';

/** The origin of authors' responses and chat pages: their own one if the operator configures it. */
export const answersOrigin = (): string => new URL(env().ANSWERS_URL ?? env().NEXTAUTH_URL).origin;

/** The origin of a chat. Members are signed in only at the origin where people open the product. */
export const chatOrigin = (access: string | undefined): string =>
  access === 'members' ? new URL(env().NEXTAUTH_URL).origin : answersOrigin();

export const hasAnswersOrigin = (): boolean => env().ANSWERS_URL !== undefined;

/** True if a request's `Host` is that separate origin; always false when none is configured. */
export function isAnswersHost(host: string | undefined): boolean {
  const { ANSWERS_URL } = env();
  return ANSWERS_URL !== undefined && host?.toLowerCase() === new URL(ANSWERS_URL).host;
}
