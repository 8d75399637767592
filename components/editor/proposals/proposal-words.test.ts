import { expect, test } from 'vitest';
import { proposalState, proposedBy } from './proposal-words';

test('a proposal of an older draft is out of date while it is open', () => {
  expect(proposalState({ state: 'open', isMoved: false }).label).toBe('Open');
  expect(proposalState({ state: 'open', isMoved: true }).label).toBe('Out of date');
  expect(proposalState({ state: 'applied', isMoved: false }).label).toBe('Applied');
  expect(proposalState({ state: 'rejected', isMoved: false }).label).toBe('Rejected');
});

test('names the person, and the key if an agent used one', () => {
  expect(proposedBy({ createdBy: 'Ada', apiKey: null })).toBe('Ada');
  expect(proposedBy({ createdBy: 'Ada', apiKey: { id: 'k', name: 'Helper' } })).toBe(
    'Ada, with the key Helper',
  );
  expect(proposedBy({ createdBy: null, apiKey: { id: 'k', name: null } })).toBe(
    'A deleted account, with the key that is deleted',
  );
});
