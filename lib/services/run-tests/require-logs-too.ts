import { AppError } from '../../platform/errors';
import { type Actor, mayReadRuns } from '../access/actor';

/** Tests show what logs hold. @throws AppError forbidden */
export function requireLogsToo(actor: Actor): void {
  if (!mayReadRuns(actor))
    throw new AppError('forbidden', 'This needs a key with the scope logs:read as well.');
}
