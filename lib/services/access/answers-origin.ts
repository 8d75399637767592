import { env } from '../../platform/env';

/** Where authors' answers and chat pages are: an origin of their own, if the operator gives them one. */
export const answersOrigin = (): string => new URL(env().ANSWERS_URL ?? env().NEXTAUTH_URL).origin;

/** Members are signed in where people open the product, and nowhere else. */
export const chatOrigin = (access: string | undefined): string =>
  access === 'members' ? new URL(env().NEXTAUTH_URL).origin : answersOrigin();

export const hasAnswersOrigin = (): boolean => env().ANSWERS_URL !== undefined;

/** Whether a request was sent to that origin, by its `Host`. Without one of their own: never. */
export function isAnswersHost(host: string | undefined): boolean {
  const { ANSWERS_URL } = env();
  return ANSWERS_URL !== undefined && host?.toLowerCase() === new URL(ANSWERS_URL).host;
}
