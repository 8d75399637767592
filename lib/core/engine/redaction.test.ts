import { expect, test } from 'vitest';
import { prepareRules, REDACTED } from '../redaction/rules';
import type { JournalEntry, RunEvent, RunPorts } from './ports';
import { run, workflow } from './testing/probe-workflow';
import { shownOf } from './testing/shown-of';

const CARD = '4111 1111 1111 1111';
const INPUT = { pay: { card: CARD, pin: 7 }, shop: 'Mill' };

const rules = (names: string[], paths: string[] = []): Partial<RunPorts> => {
  const redaction = prepareRules({ names, paths });
  return redaction === null ? {} : { redaction };
};

const document = workflow(
  [['told', 'echo', 'card <start.pay.card> of <start.shop>']],
  ['start>told', 'told>out'],
  { out: { body: '{"pay": <start.pay>, "told": <told.value>}' } },
);
const OUTPUT = { pay: INPUT.pay, told: `card ${CARD} of Mill` };

test.each([
  ['by name', rules(['card', 'pin'])],
  ['by path', rules([], ['input.pay.card', 'start.pay.pin'])],
])(
  '%s, a value is in no span, event or output that is stored; blocks and callers get it',
  async (_, ports) => {
    const events: RunEvent[] = [];
    const entries: JournalEntry[] = [];
    const outcome = await run(document, {
      request: { input: INPUT },
      ports: {
        ...ports,
        onEvent: (event) => events.push(event),
        journal: (entry) => void entries.push(entry),
      },
    });
    expect(outcome.output).toEqual(OUTPUT);
    expect(outcome.ran).toEqual([`card ${CARD} of Mill`]);
    expect(outcome.exact?.output).toEqual(OUTPUT);
    const shown = JSON.stringify([shownOf(outcome).traceSpans, shownOf(outcome).loggedOutput, events]);
    expect(shown).not.toContain(CARD);
    expect(shown).toContain(`card ${REDACTED} of Mill`);
    expect(outcome.traceSpans[0]?.output).toEqual({ pay: { card: REDACTED, pin: REDACTED }, shop: 'Mill' });
    expect(JSON.stringify(entries.map(({ span }) => span))).not.toContain(CARD);
    expect(entries[0]?.output).toMatchObject(INPUT);
  },
);

test('a run that is resumed redacts what an earlier try has found', async () => {
  const entries: JournalEntry[] = [];
  const ports = rules([], ['told.value']);
  const asked = { request: { input: INPUT } };
  await run(document, { ...asked, ports: { ...ports, journal: (entry) => void entries.push(entry) } });
  const restored = entries.filter(({ blockId }) => blockId !== 'out');
  const resumed = await run(document, { ...asked, ports: { ...ports, restored } });
  expect(resumed.ran).toEqual([]);
  expect(resumed.output).toEqual(OUTPUT);
  expect(resumed.loggedOutput).toEqual({ pay: INPUT.pay, told: REDACTED });
});

test('the error of a block is redacted, and still says what failed', async () => {
  const failing = workflow([['told', 'quote', '<start.pay.card>']], ['start>told']);
  const quote = async (_: unknown, value: unknown) => ({
    ok: false as const,
    output: { value: null, error: null },
    error: { code: 'REFUSED', message: `The card ${value} was refused.` },
    continuable: false,
  });
  const { error } = await run(failing, {
    request: { input: INPUT },
    ports: rules(['card']),
    doings: { quote },
  });
  expect(error).toMatchObject({ code: 'REFUSED', message: `The card ${REDACTED} was refused.` });
});

test('without rules a log is what it was', async () => {
  const outcome = await run(document, { request: { input: INPUT } });
  expect(outcome.exact).toBeNull();
  expect(outcome.loggedOutput).toEqual(OUTPUT);
});
