import { isMacOf, macOf } from '../../../platform/encryption/encryption';
import { env } from '../../../platform/env';
import { isId } from '../../../platform/ids';

const PURPOSE = 'wait links';

/** `<id>.<mac>`: whoever has it may answer. */
export const waitToken = (id: string): string => `${id}.${macOf(PURPOSE, id)}`;

/** Returns the addresses at which people and programs answer a wait. */
export function waitLinks(id: string): { url: string; callbackUrl: string } {
  const { origin } = new URL(env().NEXTAUTH_URL);
  const token = waitToken(id);
  return { url: `${origin}/wait/${token}`, callbackUrl: `${origin}/api/v1/waits/${token}` };
}

/** The id in a token that we made; null for any other text. */
export function waitOfToken(token: string): string | null {
  const [id = '', mac = '', ...more] = token.split('.');
  return more.length === 0 && isId(id) && isMacOf(mac, PURPOSE, id) ? id : null;
}
