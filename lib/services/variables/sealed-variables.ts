import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';
import { sealingContext } from './sealing-context';

export const sealedVariables: SealedStore = {
  name: 'variables',
  select: `SELECT workspace_id AS a, name AS b, '' AS c, ciphertext AS sealed FROM variable
    WHERE ${keyIdOf('ciphertext')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE variable SET ciphertext = $5
    WHERE workspace_id = $1::uuid AND name = $2 AND $3 = '' AND ciphertext = $4`,
  context: ({ a, b }) => sealingContext(a, b),
};
