import type { Auth } from '../../auth';

/** Converts `user:password` to the block's Basic authentication, which encodes it: both may be variables. */
export function basicAuth(user: string, warnings: string[]): Extract<Auth, { kind: 'basic' }> {
  const colon = user.indexOf(':');
  if (colon === -1) warnings.push('curl would ask for the password of -u; it is empty here.');
  return {
    kind: 'basic',
    username: colon === -1 ? user : user.slice(0, colon),
    password: colon === -1 ? '' : user.slice(colon + 1),
  };
}

/** Encodes `:password` as the value of an Authorization header. */
export function namelessCredentials(user: string): string {
  const bytes = new TextEncoder().encode(user);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
