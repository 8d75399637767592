import { describe, expect, it } from 'vitest';
import { readFilters, toApiQuery, toggleInList, withFilters } from './log-filters';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('filters in the address', () => {
  it('keeps what it knows and leaves out blanks', () => {
    const search = new URLSearchParams('level=error&triggers=&log=abc&unknown=1&model=%20gpt%20');
    expect(readFilters(search)).toEqual({ level: 'error', model: 'gpt' });
  });

  it('changes one filter and leaves the open log alone', () => {
    expect(withFilters('log=abc&level=error', { level: '', triggers: 'api' })).toBe('log=abc&triggers=api');
  });
});

describe('toApiQuery', () => {
  it('turns a quick range into a start date', () => {
    expect(toApiQuery({ range: '1h', level: 'info' }, NOW)).toEqual({
      level: 'info',
      startDate: '2026-11-21T11:00:00.000Z',
    });
  });

  it('passes exact dates as they are and ignores a range it does not know', () => {
    expect(toApiQuery({ range: 'x', startDate: '2026-11-01' }, NOW)).toEqual({ startDate: '2026-11-01' });
  });
});

it('puts an item in a list and takes it out again', () => {
  expect(toggleInList('api,chat', 'manual')).toBe('api,chat,manual');
  expect(toggleInList('api,chat', 'chat')).toBe('api');
  expect(toggleInList('api', 'api')).toBe('');
});
