import { expect, test } from 'vitest';
import type { ExecutionContext } from './block';
import type { BlockNotes } from './outside-work';
import { noteOutcome, whyNotBegin } from './unknown-outcome';

/** Notes of a run that several tries share. */
function notesOfRun() {
  const stored = new Map<string, unknown>();
  return (tryId: string): BlockNotes => ({
    tryId,
    read: (name) => stored.get(name),
    write: async (name, value) => void stored.set(name, value),
  });
}

const contextWith = (notes: BlockNotes) => ({ notes }) as ExecutionContext;
const begin = (notes: BlockNotes) => whyNotBegin('fail', contextWith(notes), 'POST api.example.com');

test('a request that was under way in another try has an unknown outcome', async () => {
  const tryOf = notesOfRun();
  expect(await begin(tryOf('first'))).toBeNull();
  expect(await begin(tryOf('second'))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
});

test('one whose failure was noted may be sent again in another try', async () => {
  const tryOf = notesOfRun();
  await begin(tryOf('first'));
  await noteOutcome('fail', contextWith(tryOf('first')));
  expect(await begin(tryOf('second'))).toBeNull();
  // Now that one is under way.
  expect(await begin(tryOf('third'))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
});
