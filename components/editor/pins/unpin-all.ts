import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { deletePinsEndpoint, savePinEndpoint } from '@/lib/services/pins/endpoints';
import type { BlockPin } from '@/lib/services/pins/schema';
import { countOf } from '../../ui/format-quantity';
import type { EditorStore } from '../store/editor-store';
import { sendInTurn } from '../store/pins-under-way';
import { hidePins, nameOf, showPin } from './show-pin';

/** Removes all pins, also of deleted blocks, which use storage too. One undo restores them. */
export async function unpinAll(store: EditorStore): Promise<void> {
  const { pins: before, workflowId, document } = store.getState();
  const all = Object.values(before);
  if (all.length === 0) return void toast.info('No outputs are pinned.');
  hidePins(store, all);
  try {
    const blockIds = all.map(({ blockId }) => blockId).join(',');
    const args = { params: { id: workflowId }, query: { blockIds } };
    await sendInTurn(store, () => client.call(deletePinsEndpoint, args));
    const deleted = all.filter(({ blockId }) => document.blocks[blockId] === undefined).length;
    const also = deleted === 0 ? '' : `, also of ${countOf(deleted, 'deleted block')}`;
    toast.info(`Unpinned ${countOf(all.length, 'output')}${also}. Runs execute all blocks again.`, {
      action: { label: 'Undo', onClick: () => void pinAgain(store, all) },
    });
  } catch (error) {
    store.setState(({ pins }) => ({ pins: { ...before, ...pins } }));
    toast.error(`Couldn’t unpin them: ${(error as Error).message}`);
  }
}

type Keep = (store: EditorStore, pin: BlockPin) => Promise<BlockPin>;

const keepPin: Keep = async (store, { blockId, output, source }) => {
  const params = { id: store.getState().workflowId, blockId };
  const args = { params, body: { output, source } };
  return (await sendInTurn(store, () => client.call(savePinEndpoint, args))).data;
};

/**
 * Restores removed pins, also of blocks deleted since: undoing their deletion restores the pin too. Sent one
 * after the other, as each may be 1 MB; pins that another user set meanwhile stay.
 */
export async function pinAgain(store: EditorStore, pins: readonly BlockPin[], keep = keepPin): Promise<void> {
  const missing = pins.filter(({ blockId }) => store.getState().pins[blockId] === undefined);
  for (const pin of missing) showPin(store, pin.blockId, { ...pin, isSaving: true });
  const isAwaited = ({ blockId }: BlockPin) => store.getState().pins[blockId]?.isSaving === true;
  const [kept, refused]: [BlockPin[], BlockPin[]] = [[], []];
  let reason = '';
  for (const pin of missing) {
    if (!isAwaited(pin)) continue;
    try {
      const stored = await keep(store, pin);
      if (isAwaited(pin)) showPin(store, pin.blockId, stored);
      kept.push(pin);
    } catch (error) {
      showPin(store, pin.blockId, undefined);
      refused.push(pin);
      reason = (error as Error).message;
    }
  }
  if (kept.length > 0) toast.success(`Pinned ${wordsOf(store, kept)} again.`);
  if (refused.length > 0)
    toast.error(`Couldn’t pin ${wordsOf(store, refused)} again: ${reason}`, {
      action: { label: 'Try again', onClick: () => void pinAgain(store, refused, keep) },
    });
}

function wordsOf(store: EditorStore, pins: readonly BlockPin[]): string {
  const [first] = pins;
  return pins.length === 1 && first !== undefined
    ? `the output of “${nameOf(store, first.blockId)}”`
    : countOf(pins.length, 'output');
}
