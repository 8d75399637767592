'use client';

import { Pin, PinOff } from 'lucide-react';
import type { BlockPin } from '@/lib/services/pins/schema';
import { Button } from '../../ui/button';
import { useEditor, useEditorStore } from '../store/editor-context';
import { pinOutput, unpinOutput } from './pin-acts';

/** Pins the output shown beside it, or removes the pin. */
export function PinButton({
  blockId,
  output,
  source,
}: Pick<BlockPin, 'blockId' | 'source'> & { output: unknown }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const pin = useEditor((state) => state.pins[blockId]);
  if (readOnly || typeof output !== 'object' || output === null || Array.isArray(output)) return null;
  const isThis = pin !== undefined && JSON.stringify(pin.output) === JSON.stringify(output);
  const act = () =>
    void (isThis
      ? unpinOutput(store, blockId)
      : pinOutput(store, { blockId, output: { ...output }, source }));
  return (
    <Button variant="ghost" size="sm" onClick={act}>
      {isThis ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      {isThis ? 'Unpin' : 'Pin output'}
    </Button>
  );
}
