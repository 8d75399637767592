import { toast } from 'sonner';
import { splitShortened } from '@/lib/core/blocks/shortened-value';
import { client } from '@/lib/platform/http/client';
import { deletePinEndpoint, savePinEndpoint } from '@/lib/services/pins/endpoints';
import type { BlockPin } from '@/lib/services/pins/schema';
import type { LastOutput } from '../references/last-outputs';
import type { EditorStore } from '../store/editor-store';
import { sendInTurn } from '../store/pins-under-way';
import { hidePins, nameOf, showPin } from './show-pin';
import { pinAgain } from './unpin-all';

type NewPin = Pick<BlockPin, 'blockId' | 'output' | 'source'>;

/** Shows a pin immediately, and reverts it with the reason if storing fails. @returns true if stored */
export async function pinOutput(store: EditorStore, { blockId, output, source }: NewPin): Promise<boolean> {
  const name = nameOf(store, blockId);
  if (store.getState().document.blocks[blockId] === undefined) {
    toast.error('That block was deleted, so its output can’t be pinned.');
    return false;
  }
  if (splitShortened(output).shortened.length > 0) {
    toast.error(`The output of “${name}” is too large to be pinned. Type a smaller one instead.`);
    return false;
  }
  const { pins, workflowId } = store.getState();
  const saving = { isSaving: true, updatedAt: new Date().toISOString(), updatedBy: null } as const;
  showPin(store, blockId, { blockId, output, source, ...saving });
  // It may be unpinned, or pinned anew, before this is stored.
  const isAwaited = () => store.getState().pins[blockId]?.updatedAt === saving.updatedAt;
  try {
    const args = { params: { id: workflowId, blockId }, body: { output, source } };
    const { data } = await sendInTurn(store, () => client.call(savePinEndpoint, args));
    if (isAwaited()) showPin(store, blockId, data);
    toast.success(`Pinned the output of “${name}”. Runs in the editor use it and don’t execute the block.`, {
      id: `pin ${blockId}`,
    });
    return true;
  } catch (error) {
    if (isAwaited()) showPin(store, blockId, pins[blockId]);
    toast.error(`Couldn’t pin the output of “${name}”: ${(error as Error).message}`);
    return false;
  }
}

export async function unpinOutput(store: EditorStore, blockId: string): Promise<void> {
  const { pins, workflowId } = store.getState();
  const before = pins[blockId];
  if (before === undefined) return;
  hidePins(store, [before]);
  try {
    const params = { id: workflowId, blockId };
    await sendInTurn(store, () => client.call(deletePinEndpoint, { params }));
    toast.info(`Unpinned the output of “${nameOf(store, blockId)}”. Runs execute the block again.`, {
      id: `pin ${blockId}`,
      action: { label: 'Undo', onClick: () => void pinAgain(store, [before]) },
    });
  } catch (error) {
    showPin(store, blockId, before);
    toast.error(`Couldn’t unpin it: ${(error as Error).message}`);
  }
}

/** Warns that a pin stays after a change of kind: runs would use the output of the previous kind. */
export function sayPinStays(store: EditorStore, blockId: string, kindBefore: string): void {
  if (store.getState().pins[blockId] === undefined) return;
  toast.warning(`“${nameOf(store, blockId)}” keeps the pinned output of the ${kindBefore} block.`, {
    id: `pin ${blockId}`,
    action: { label: 'Unpin', onClick: () => void unpinOutput(store, blockId) },
  });
}

/** Pins the last output; if none is known, opens the dialog to type one. */
export function pinLastOutput(store: EditorStore, blockId: string, last: LastOutput | undefined): void {
  if (last === undefined) store.setState({ editingPin: blockId });
  else void pinOutput(store, { blockId, output: { ...last.output }, source: SOURCES[last.from] });
}

const SOURCES: Record<LastOutput['from'], BlockPin['source']> = {
  sample: 'typed',
  pinned: 'typed',
  sent: 'sent',
  run: 'run',
  log: 'run',
  default: 'typed',
};
