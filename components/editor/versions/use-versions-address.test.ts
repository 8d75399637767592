import { expect, test } from 'vitest';
import { readVersionsView } from './use-versions-address';

test('the address says what the panel shows; what makes no sense is the list', () => {
  expect(readVersionsView(null)).toBeNull();
  expect(readVersionsView('list')).toEqual({ kind: 'list' });
  expect(readVersionsView('3')).toEqual({ kind: 'one', number: 3 });
  expect(readVersionsView('3..draft')).toEqual({ kind: 'compare', before: 3, after: 'draft' });
  expect(readVersionsView('draft..12')).toEqual({ kind: 'compare', before: 'draft', after: 12 });
  for (const text of ['draft', '0', 'x..y', '-1']) expect(readVersionsView(text)).toEqual({ kind: 'list' });
});
