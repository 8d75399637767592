import type { Environment } from './environment';

/** Returns the context that a variable's ciphertext is bound to. */
export const sealingContext = (
  workspaceId: string,
  name: string,
  environment: Environment = 'draft',
): string => `${environment === 'live' ? 'live ' : ''}variable ${workspaceId} ${name}`;
