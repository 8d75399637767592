import { toast } from 'sonner';
import { copyText } from '../../ui/copy-text';
import { lastFocusedField } from '../references/focused-field';

const DURATION_MS = 2_500;
const options = { id: 'value', duration: DURATION_MS };

/** Inserts a reference into the field that last had the focus in this block's form; else copies it. */
export async function insertReference(blockId: string, reference: string): Promise<void> {
  const field = lastFocusedField();
  if (field !== null && field.blockId === blockId) return field.insert(reference);
  await copyReference(reference, 'click into a field first, and a value goes straight there.');
}

export async function copyReference(reference: string, hint = 'paste it into a field.'): Promise<void> {
  if (await copyText(reference))
    toast.success('Reference copied', { ...options, description: `${reference} · ${hint}` });
  else toast.error('The browser did not allow copying.', options);
}
