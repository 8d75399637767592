import { expect, test } from 'vitest';
import { AUDIT_NOUNS, type AuditEvent } from '@/lib/services/audit/schema';
import { auditPath } from './audit-path';
import { detailLines, nounWords, targetWords, whoWords } from './audit-words';

test('details are told in words, and ids are not', () => {
  const workflowId = '01a216c4-5cdf-71ec-8a35-0d7e4f3b2c11';
  expect(detailLines({ passed: false, workflowId })).toEqual(['Failed the check']);
  expect(detailLines({ from: 'free', to: 'pro' })).toEqual(['From free', 'To pro']);
  expect(detailLines({ values: ['draft', 'live'] })).toEqual(['Set: draft, live']);
  expect(detailLines({ version: 3, before: null })).toEqual(['Version 3', 'First live version']);
  expect(detailLines({ overlapSeconds: 0, generated: true })).toEqual([
    'The old secret ended immediately',
    'Generated secret',
  ]);
});

test('a detail without words of its own has its name and value', () => {
  const detail = { changed: ['url', 'active'], includeFinalOutput: true, baseUrl: null, reason: '' };
  expect(detailLines(detail)).toEqual(['Changed: url, active', 'Include final output: yes']);
});

test('every noun of the audit has words for its filter', () => {
  for (const noun of AUDIT_NOUNS) expect(nounWords(noun)).not.toBe(noun);
});

test('an event leads to the page of what it is about, and one of something that is gone leads nowhere', () => {
  const event = (action: string, detail = {}, targetName: string | null = 'A name') =>
    auditPath('w1', { action, target: 't1', targetName, detail } as AuditEvent);
  expect(event('workflow.edited')).toBe('/w/w1/workflows/t1');
  expect(event('schedule.paused', { blockId: 'b' })).toBe('/w/w1/workflows/t1?block=b');
  expect(event('test.kept', { workflowId: 'w7' })).toBe('/w/w1/workflows/w7');
  expect(event('variable.set', {}, null)).toBe('/w/w1/settings/variables');
  expect(event('webhook.paused')).toBe('/w/w1/webhooks');
  expect(event('error_group.updated')).toBe('/w/w1/errors?error=t1');
  expect(event('workspace.assistant_set')).toBe('/w/w1/settings/assistant');
  expect(event('workflow.deleted')).toBeNull();
  expect(event('workflow.edited', {}, null)).toBeNull();
  expect(event('api_key.created')).toBeNull();
});

test('the name that is shown is not told again', () => {
  expect(detailLines({ name: 'b', formerName: 'a' }, 'b')).toEqual(['Before: a']);
  expect(detailLines({ name: 'b' }, 'c')).toEqual(['Name: b']);
});

test('who did it is a name, with the key; an answer by a link has that of who had it', () => {
  const who = (event: Partial<AuditEvent>) => whoWords({ detail: {}, apiKey: null, ...event } as AuditEvent);
  const user: AuditEvent['user'] = { id: 'u', name: 'Ada' };
  expect(who({ actor: 'user', user })).toEqual({ name: 'Ada', by: null });
  expect(who({ actor: 'apiKey', user, apiKey: { name: 'CI' } as AuditEvent['apiKey'] })).toEqual({
    name: 'Ada',
    by: 'with the key CI',
  });
  const answered = { actor: 'system', detail: { answeredBy: 'Somebody with the link' } } as const;
  expect(who(answered)).toEqual({ name: 'Somebody with the link', by: null });
  expect(detailLines(answered.detail)).toEqual([]);
  expect(who({ actor: 'system' })).toEqual({ name: 'Millrace', by: 'automatically' });
});

test('what an event is about is told by its name; of an id nothing is left to tell', () => {
  const id = '01a216c4-5cdf-71ec-8a35-0d7e4f3b2c11';
  expect(targetWords(id, 'Orders')).toBe('Orders');
  expect(targetWords(id, null)).toBe('No longer there');
  expect(targetWords('PAY_KEY', null)).toBe('PAY_KEY');
});
