import { expect, it } from 'vitest';
import { assertionsOf, newAssertion, withSubject } from './assertion-list';

it('begins with a success, and goes on with the body', () => {
  const first = newAssertion([]);
  expect(first).toMatchObject({ subject: 'status', operator: 'equals', value: '2xx', enabled: true });
  expect(newAssertion([first])).toMatchObject({ subject: 'body', operator: 'exists' });
});

it('keeps of another subject only what can be said of it', () => {
  const row = { ...newAssertion([]), subject: 'body', operator: 'contains', value: 'x' } as const;
  expect(withSubject(row, 'header')).toMatchObject({ operator: 'contains', value: '' });
  expect(withSubject(row, 'time')).toMatchObject({ operator: 'less' });
});

it('reads what was authored, and leaves out what is no assertion', () => {
  expect(
    assertionsOf([{ subject: 'time', operator: 'less', value: 200 }, 'no', { subject: 'mood' }]),
  ).toEqual([{ subject: 'time', name: '', operator: 'less', value: '200', enabled: true }]);
});
