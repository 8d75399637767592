import { beforeEach, describe, expect, test } from 'vitest';
import type { SaveState } from '../store/save-state';
import { type Autosave, createAutosave, type Draft, SAVE_DELAY_MS, type SaveOutcome } from './autosave';

interface Sent {
  draft: Draft<string>;
  version: number;
  answer: (outcome: SaveOutcome) => Promise<void>;
}

/** A clock that moves when told, and a server that answers when told. */
function bench(refusal: (draft: Draft<string>) => string | null = () => null) {
  let nowMs = 0;
  const timers = new Map<number, { run: () => void; atMs: number }>();
  let lastTimer = 0;
  const sent: Sent[] = [];
  const states: SaveState['kind'][] = [];
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const autosave: Autosave<string> = createAutosave<string>({
    version: 1,
    refusal,
    onState: (state) => states.push(state.kind),
    now: () => nowMs,
    setTimer: (run, delayMs) => {
      timers.set(++lastTimer, { run, atMs: nowMs + delayMs });
      return lastTimer;
    },
    clearTimer: (timer) => timers.delete(timer as number),
    save: (draft, version) =>
      new Promise((resolve) => {
        sent.push({
          draft,
          version,
          answer: async (outcome) => {
            resolve(outcome);
            await settle();
          },
        });
      }),
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const [id, timer] of timers) {
      if (timer.atMs > nowMs) continue;
      timers.delete(id);
      timer.run();
    }
    await settle();
  };
  return { autosave, sent, states, pass, settle };
}

const draft = (document: string) => ({ name: 'n', document });

describe('autosave', () => {
  let b: ReturnType<typeof bench>;
  beforeEach(() => {
    b = bench();
  });

  test('waits for a pause and sends the latest draft once', async () => {
    b.autosave.change(draft('a'));
    await b.pass(SAVE_DELAY_MS - 1);
    b.autosave.change(draft('ab'));
    await b.pass(SAVE_DELAY_MS - 1);
    expect(b.sent).toHaveLength(0);
    await b.pass(1);
    expect(b.sent.map((each) => [each.draft.document, each.version])).toEqual([['ab', 1]]);
    await b.sent[0]!.answer({ kind: 'saved', version: 2 });
    expect(b.states).toEqual(['unsaved', 'saving', 'saved']);
    expect(b.autosave.version).toBe(2);
  });

  test('edits during a save are sent after it, on the version it gave', async () => {
    b.autosave.change(draft('a'));
    await b.pass(SAVE_DELAY_MS);
    b.autosave.change(draft('ab'));
    await b.pass(SAVE_DELAY_MS);
    expect(b.sent).toHaveLength(1);
    await b.sent[0]!.answer({ kind: 'saved', version: 2 });
    await b.pass(SAVE_DELAY_MS);
    expect(b.sent.map((each) => [each.draft.document, each.version])).toEqual([
      ['a', 1],
      ['ab', 2],
    ]);
  });

  test('a conflict stops saving until a version is chosen, later edits included', async () => {
    b.autosave.change(draft('mine'));
    await b.pass(SAVE_DELAY_MS);
    await b.sent[0]!.answer({ kind: 'conflict' });
    b.autosave.change(draft('mine more'));
    await b.pass(60_000);
    expect(b.sent).toHaveLength(1);
    expect(b.autosave.state.kind).toBe('conflict');
    expect(b.autosave.pending?.document).toBe('mine more');
    b.autosave.resume(5, draft('mine more'));
    await b.pass(0);
    expect([b.sent[1]?.draft.document, b.sent[1]?.version]).toEqual(['mine more', 5]);
  });

  test('taking theirs leaves nothing to save', async () => {
    b.autosave.change(draft('mine'));
    await b.pass(SAVE_DELAY_MS);
    await b.sent[0]!.answer({ kind: 'conflict' });
    b.autosave.resume(5, null);
    expect(await b.autosave.flush()).toBe(true);
    expect(b.sent).toHaveLength(1);
  });

  test('an unreachable server is tried again, ever more patiently', async () => {
    b.autosave.change(draft('a'));
    await b.pass(SAVE_DELAY_MS);
    await b.sent[0]!.answer({ kind: 'unreachable' });
    expect(b.autosave.state).toEqual({ kind: 'offline', retryAtMs: SAVE_DELAY_MS + 1_000 });
    await b.pass(1_000);
    await b.sent[1]!.answer({ kind: 'unreachable' });
    await b.pass(1_999);
    expect(b.sent).toHaveLength(2);
    b.autosave.retryNow();
    await b.pass(0);
    await b.sent[2]!.answer({ kind: 'saved', version: 2 });
    expect(b.autosave.state.kind).toBe('saved');
  });

  test('flush sends at once and tells whether all is saved', async () => {
    b.autosave.change(draft('a'));
    const flushed = b.autosave.flush();
    await b.settle();
    b.autosave.change(draft('ab'));
    await b.sent[0]!.answer({ kind: 'saved', version: 2 });
    expect(await flushed).toBe(false);
    const second = b.autosave.flush();
    await b.settle();
    await b.sent[1]!.answer({ kind: 'saved', version: 3 });
    expect(await second).toBe(true);
  });

  test('what the server refuses is kept, and sent again once it changes', async () => {
    b.autosave.change(draft('bad'));
    await b.pass(SAVE_DELAY_MS);
    await b.sent[0]!.answer({ kind: 'refused', reason: 'No.' });
    expect(b.autosave.state).toEqual({ kind: 'refused', reason: 'No.' });
    b.autosave.change(draft('good'));
    await b.pass(SAVE_DELAY_MS);
    expect(b.sent[1]?.draft.document).toBe('good');
  });
});

test('a draft that can’t be saved is never sent', async () => {
  const b = bench(({ document }) => (document === 'circle' ? 'Goes in a circle.' : null));
  b.autosave.change(draft('circle'));
  await b.pass(60_000);
  expect(await b.autosave.flush()).toBe(false);
  expect(b.sent).toHaveLength(0);
  expect(b.autosave.state).toEqual({ kind: 'refused', reason: 'Goes in a circle.' });
  b.autosave.change(draft('line'));
  await b.pass(SAVE_DELAY_MS);
  expect(b.sent).toHaveLength(1);
});
