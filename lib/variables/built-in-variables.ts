/** Given by the product in every workspace. They are no secrets: logs show their values. */
export const BUILT_IN_VARIABLES = ['MILLRACE_URL'] as const;

/** `MILLRACE_URL`: the origin of this installation, so that the example goes on working on another port or host. */
export function builtInVariables(publicUrl: string): Array<[(typeof BUILT_IN_VARIABLES)[number], string]> {
  return [['MILLRACE_URL', new URL(publicUrl).origin]];
}
