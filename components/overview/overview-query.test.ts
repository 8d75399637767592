import { expect, test } from 'vitest';
import { readChoice, usedThing, withChoice } from './overview-query';

test('triggers, a model and a server exclude each other; range and workflows stay', () => {
  const narrowed = withChoice('range=24h&workflowIds=a&triggers=api,chat', { model: 'gpt-5-mini' });
  expect(narrowed).toBe('range=24h&workflowIds=a&model=gpt-5-mini');
  expect(withChoice(narrowed, { host: 'api.example.com' })).toBe(
    'range=24h&workflowIds=a&host=api.example.com',
  );
  expect(withChoice(narrowed, { model: '' })).toBe('range=24h&workflowIds=a');
  expect(withChoice(narrowed, { range: '7d' })).toBe('range=7d&workflowIds=a&model=gpt-5-mini');
});

test('an address that names several is read as one of them', () => {
  const choice = readChoice(new URLSearchParams('model=m&host=h&triggers=api'));
  expect(choice).toEqual({ range: '7d', workflowIds: '', model: 'm', host: '', triggers: '' });
  expect(usedThing(choice)).toEqual({ kind: 'model', key: 'm' });
  expect(usedThing(readChoice(new URLSearchParams('triggers=api')))).toBeNull();
});
