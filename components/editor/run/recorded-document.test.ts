import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { recordedDocument } from './recorded-document';

test('a log without its document has none, rather than one from which all was deleted', () => {
  const ran = lineDocument();
  expect(recordedDocument(ran)).toBe(ran);
  const none = { blocks: {}, edges: [], loops: {}, parallels: {} };
  expect(recordedDocument(none)).toBeNull();
});
