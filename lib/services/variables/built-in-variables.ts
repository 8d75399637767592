/** Given by the product in every workspace. They are no secrets: logs show their values. */
type BuiltIn = 'MILLRACE_URL';

/**
 * `MILLRACE_URL`: the origin of this installation, so that the example goes on working on another port or
 * host.
 */
export function builtInVariables(publicUrl: string): Array<[BuiltIn, string]> {
  return [['MILLRACE_URL', new URL(publicUrl).origin]];
}
