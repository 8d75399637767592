import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { createEditorStore } from './editor-store';
import { pinsStored, sendInTurn } from './pins-under-way';

const workflow = { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() };

test('changes of pins are sent one after the other, also after one that failed', async () => {
  const store = createEditorStore({ workflow, readOnly: false });
  const seen: string[] = [];
  const send = (name: string, fails = false) =>
    sendInTurn(store, async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const refused = expect(send('pin', true)).rejects.toThrow('pin');
  void send('unpin');
  await pinsStored(store);
  await refused;
  expect(seen).toEqual(['pin begins', 'pin ends', 'unpin begins', 'unpin ends']);
});
