/** Defined by the product in every workspace. They are not secret: logs show their values. */
type BuiltIn = 'MILLRACE_URL';

/**
 * Returns them. `MILLRACE_URL`: the origin of this installation, so that the example also works on another
 * port or host.
 */
export function builtInVariables(publicUrl: string): Array<[BuiltIn, string]> {
  return [['MILLRACE_URL', new URL(publicUrl).origin]];
}
