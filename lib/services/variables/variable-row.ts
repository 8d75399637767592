import type { Variable as Row } from '../../generated/prisma/client';
import { open } from '../../platform/encryption/encryption';
import type { Variable } from './schema';
import { sealingContext } from './sealing-context';

/** Returns the variable as people see it, without the value of a secret. */
export function variableOf({
  workspaceId,
  name,
  plain,
  ciphertext,
  liveCiphertext,
  updatedAt,
}: Row): Variable {
  const shown = (sealed: Uint8Array | null, environment: 'draft' | 'live') =>
    plain && sealed !== null
      ? open(Buffer.from(sealed), sealingContext(workspaceId, name, environment))
      : null;
  return {
    name,
    builtIn: false,
    plain,
    value: shown(ciphertext, 'draft'),
    sameForLive: liveCiphertext === null,
    liveValue: shown(liveCiphertext, 'live'),
    updatedAt: updatedAt.toISOString(),
  };
}
