import { toast } from 'sonner';
import type { Refusal } from '../store/block-actions';

/** Shows the reason that an action was refused. Returns true if it was done. */
export function sayRefusal(refusal: Refusal): boolean {
  if (refusal === null) return true;
  toast.warning(refusal);
  return false;
}
