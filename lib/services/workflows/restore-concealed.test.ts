import { expect, it } from 'vitest';
import { redactDocument } from '../../core/engine/masker';
import { WorkflowDocument } from '../../core/workflow/schema';
import { restoreConcealed, restoreUrl } from './restore-concealed';

const row = (key: string, value: string) => ({ key, value, enabled: true });

const documentWith = (config: object) =>
  WorkflowDocument.parse({
    blocks: { a: { id: 'a', type: 'api', name: 'api', position: { x: 0, y: 0 }, config } },
    edges: [],
  });
const configOf = (document: WorkflowDocument) => document.blocks.a?.config;

it('what was shown concealed is the stored document again', () => {
  const stored = documentWith({
    url: 'https://u:pw@h.example/?token=t1&n=2',
    headers: [row('Cookie', 'a=1'), row('X', 'x'), row('Cookie', 'b=2')],
    params: [{ ...row('token', 's3cret'), written: 'token=s3cr%65t' }],
    auth: { kind: 'bearer', token: 'typed' },
  });
  expect(restoreConcealed(redactDocument(stored), stored)).toEqual(stored);
});

it('rows are told by their key wherever they stand; a new value replaces, "***" elsewhere is text', () => {
  const stored = documentWith({ headers: [row('X-Api-Key', 'k1'), row('X-Token', 't1')] });
  const given = documentWith({
    headers: [
      row('X-New', '***'),
      row('X-Token', '***'),
      row('X-Api-Key', 'k2'),
      row('X-Other-Token', '***'),
    ],
  });
  expect(configOf(restoreConcealed(given, stored))).toEqual({
    headers: [row('X-New', '***'), row('X-Token', 't1'), row('X-Api-Key', 'k2'), row('X-Other-Token', '***')],
  });
});

it('a URL keeps its credentials when another part of it is changed', () => {
  const stored = 'https://u:pw@h.example/a?token=t1&page=2&secret=s1';
  expect(restoreUrl('https://u:***@h.example/b?token=***&page=3&secret=***', stored)).toBe(
    'https://u:pw@h.example/b?token=t1&page=3&secret=s1',
  );
  expect(restoreUrl('https://u:new@h.example/a?token=***', stored)).toBe(
    'https://u:new@h.example/a?token=t1',
  );
  expect(restoreUrl('https://u:***@h.example/', 'https://h.example/')).toBe('https://u:***@h.example/');
});
