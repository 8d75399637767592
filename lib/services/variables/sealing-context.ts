/** What a variable's ciphertext is bound to. */
export const sealingContext = (workspaceId: string, name: string): string =>
  `variable ${workspaceId} ${name}`;
