import { expect, test } from 'vitest';
import { type AlertRule, AlertSettings } from '@/lib/services/alerts/schema';
import { destinationWords, draftOf, newDraft, ruleSentence, settingsOf, storedSettings } from './alert-form';

const draft = { ...newDraft(true), name: 'Orders fail', emails: 'ops@example.com, on-call@example.com\n' };
const nameOf = (id: string) => ({ a: 'Orders', b: 'Refunds', c: 'Stock', d: 'Mail' })[id];

test('what is typed becomes settings that the schema takes', () => {
  const settings = AlertSettings.parse(settingsOf(draft));
  expect(settings.destination).toEqual({ kind: 'email', to: ['ops@example.com', 'on-call@example.com'] });
  expect(settings.condition).toEqual({ kind: 'failures', count: 3 });
  const slow = { ...draft, kind: 'slower-than', channel: 'webhook', url: ' https://example.com/a ' } as const;
  expect(AlertSettings.parse(settingsOf(slow))).toMatchObject({
    condition: { kind: 'slower-than', count: 3, ms: 5000 },
    destination: { kind: 'webhook', url: 'https://example.com/a' },
  });
});

test('numbers that are missing or no numbers are refused', () => {
  for (const change of [{ count: '' }, { count: 'x' }, { windowMinutes: '1.5' }, { windowMinutes: '' }])
    expect(AlertSettings.safeParse(settingsOf({ ...draft, ...change })).success).toBe(false);
});

test('only conditions that need it have a window of over a day', () => {
  const refused = AlertSettings.safeParse(settingsOf({ ...draft, windowMinutes: '1441' }));
  expect(refused.error?.issues).toMatchObject([{ path: ['windowMinutes'] }]);
  for (const kind of ['no-runs', 'failures-in-a-row', 'queue-older-than', 'hold-older-than'] as const) {
    const long = settingsOf({ ...draft, kind, windowMinutes: '20160' });
    expect(AlertSettings.safeParse(long).success).toBe(true);
    expect(AlertSettings.safeParse({ ...long, windowMinutes: 20_161 }).success).toBe(false);
  }
});

test('a stored rule comes back as it was', () => {
  const rule: AlertRule = {
    id: 'r',
    externalId: null,
    recipients: [],
    signed: false,
    firingSince: null,
    lastProblem: null,
    createdAt: '',
    ...AlertSettings.parse({
      name: 'Cost',
      condition: { kind: 'dearer-than', usd: 2.5 },
      windowMinutes: 60,
      workflowIds: ['a'],
      destination: { kind: 'email', to: ['a@example.com'] },
      notifyRecovery: false,
      enabled: false,
    }),
  };
  expect(draftOf(rule)).toMatchObject({ kind: 'dearer-than', usd: '2.5', emails: 'a@example.com' });
  const { id, externalId, recipients, signed, firingSince, lastProblem, createdAt, ...settings } = rule;
  expect(storedSettings(rule)).toEqual(settings);
});

test('the sentence says what leads to a notification, and where it goes', () => {
  const one = { ...settingsOf(draft), workflowIds: ['a'] };
  expect(ruleSentence(one, nameOf)).toBe('3 failures of Orders within 10 minutes');
  expect(ruleSentence({ ...one, workflowIds: ['a', 'b', 'c', 'd'], windowMinutes: 1 }, nameOf)).toBe(
    '3 failures of Orders, Refunds, Stock and 1 more within 1 minute',
  );
  const errors = settingsOf({ ...draft, kind: 'error-groups', on: 'new' });
  expect(AlertSettings.parse(errors).condition).toEqual({ kind: 'error-groups', on: 'new' });
  expect(ruleSentence(errors, nameOf)).toBe('New errors of all workflows at most once in 10 minutes');
  const cost = settingsOf({ ...draft, kind: 'dearer-than', usd: '5' });
  expect(ruleSentence(cost, nameOf)).toBe('Cost over $5 of all workflows within 10 minutes');
  const share = settingsOf({ ...draft, kind: 'failure-rate', percent: '12.5', count: '20' });
  expect(AlertSettings.parse(share).condition).toEqual({ kind: 'failure-rate', percent: 12.5, count: 20 });
  expect(ruleSentence(share, nameOf)).toBe(
    'Over 12.5 % failures in at least 20 runs of all workflows within 10 minutes',
  );
  const silent = settingsOf({ ...draft, kind: 'no-runs', windowMinutes: '1500' });
  expect(ruleSentence(silent, nameOf)).toBe('No run of any workflow for 1500 minutes');
  expect(ruleSentence({ ...silent, workflowIds: ['a'] }, nameOf)).toBe('No run of Orders for 1500 minutes');
  const away = settingsOf({ ...draft, kind: 'server-away' });
  expect(AlertSettings.parse(away).condition).toEqual({ kind: 'server-away' });
  expect(ruleSentence({ ...away, workflowIds: ['a'] }, nameOf)).toBe(
    'A server that runs of Orders wait for is unavailable for over 10 minutes',
  );
  expect(destinationWords({ kind: 'webhook', url: 'https://hooks.example.com/x?token=***' })).toBe(
    'hooks.example.com',
  );
});
