import { expect, test } from 'vitest';
import { WorkflowDocument } from '../core/workflow/schema';
import { fileNames, filesNamed } from './file-names';

const naming = (connectionId: string, workflowId: string) =>
  WorkflowDocument.parse({
    blocks: {
      a: {
        id: 'a',
        type: 'api',
        name: 'a',
        position: { x: 0, y: 0 },
        config: { url: connectionId, auth: { kind: 'connection', connectionId } },
      },
      w: { id: 'w', type: 'workflow', name: 'w', position: { x: 0, y: 0 }, config: { workflowId } },
    },
    edges: [],
  });

test('connections and workflows are named by their files, and come back as ids', () => {
  const names = fileNames([
    ['c1', 'connections/maps.connection.json'],
    ['w1', 'orders.json'],
  ]);
  const inFiles = names.inFiles(naming('c1', 'w1'));
  expect(filesNamed(inFiles)).toEqual(['connections/maps.connection.json', 'orders.json']);
  // A text that only looks like an id is none.
  expect(inFiles.blocks.a?.config.url).toBe('c1');
  expect(names.inWorkspace(inFiles)).toEqual({ document: naming('c1', 'w1'), missing: [] });
  const elsewhere = fileNames([['c2', 'connections/maps.connection.json']]);
  const { document, missing } = elsewhere.inWorkspace(inFiles);
  expect(document.blocks.a?.config.auth).toEqual({ kind: 'connection', connectionId: 'c2' });
  expect(missing).toEqual(['orders.json']);
});

test('an id that no file is of stays, and a renamed file is the new one alone', () => {
  const names = fileNames([['w1', 'orders.json']]);
  expect(names.inFiles(naming('other', 'w1')).blocks.a?.config.auth).toMatchObject({ connectionId: 'other' });
  names.set('w1', 'sales.json');
  expect([names.idOf('orders.json'), names.idOf('sales.json')]).toEqual([undefined, 'w1']);
});
