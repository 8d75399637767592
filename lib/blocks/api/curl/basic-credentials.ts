/** `user:password` as the value of an Authorization header. */
export function basicCredentials(user: string, warnings: string[]): string {
  const variable = /\{\{(\w+)\}\}/.exec(user)?.[1];
  if (variable !== undefined) {
    const name = `${variable}_BASIC`.slice(0, 64);
    warnings.push(
      `Basic authentication is Base64: store that of "${user}", values filled in, as variable ${name}.`,
    );
    return `Basic {{${name}}}`;
  }
  if (!user.includes(':')) warnings.push('curl would ask for the password of -u; it is empty here.');
  const bytes = new TextEncoder().encode(user.includes(':') ? user : `${user}:`);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `Basic ${btoa(binary)}`;
}
