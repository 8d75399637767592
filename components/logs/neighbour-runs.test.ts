import { describe, expect, it } from 'vitest';
import { nextOf, rowsFrom } from './neighbour-runs';

const at = (id: string, second: number) => ({ id, startedAt: `2026-01-01T00:00:0${second}.000Z` });

describe('the run next to another', () => {
  it('is the one behind it, also of those that started in the same millisecond', () => {
    const rows = [at('c', 2), at('b', 2), at('a', 1)];
    expect(nextOf(at('c', 2), rows)?.id).toBe('b');
    expect(nextOf(at('b', 2), rows)?.id).toBe('a');
    expect(nextOf(at('a', 1), rows)).toBeNull();
  });

  it('is the first of another time when the run itself is not listed', () => {
    expect(nextOf(at('x', 2), [at('b', 2), at('a', 1)])?.id).toBe('a');
  });

  it('is sought within the time range of the filters', () => {
    const filters = {
      level: 'error',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-01-01T00:00:05.000Z',
    };
    expect(rowsFrom(at('b', 2), 'newer', filters)).toMatchObject({
      level: 'error',
      order: 'asc',
      startDate: '2026-01-01T00:00:02.000Z',
      endDate: '2026-01-01T00:00:05.000Z',
    });
    expect(rowsFrom(at('b', 2), 'older', filters)).toMatchObject({
      level: 'error',
      order: 'desc',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-01-01T00:00:02.000Z',
    });
    expect(rowsFrom(at('b', 7), 'newer', filters)).toBeNull();
  });
});
