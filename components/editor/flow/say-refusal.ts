import { toast } from 'sonner';
import type { Refusal } from '../store/block-actions';

/** Says why something was not done. True when it was done. */
export function sayRefusal(refusal: Refusal): boolean {
  if (refusal === null) return true;
  toast.warning(refusal);
  return false;
}
