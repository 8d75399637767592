import { describe, expect, it } from 'vitest';
import { safeNext } from './paths';

describe('safeNext', () => {
  it('keeps a path of this site', () => {
    expect(safeNext('/w/1/logs?level=error')).toBe('/w/1/logs?level=error');
  });

  it.each([null, '', 'https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'sends %s to the start page',
    (next) => {
      expect(safeNext(next)).toBe('/');
    },
  );
});
