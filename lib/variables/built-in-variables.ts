/** Given by the product in every workspace. They are no secrets and are shown in logs as they are. */
export const BUILT_IN_VARIABLES = ['MILLRACE_URL'] as const;
