import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { cloudEventHeaders } from './cloud-event';
import {
  AlertFiredEvent,
  RunStartedEvent,
  RunWaitingEvent,
  WebhookDisabledEvent,
  WorkflowPublishedEvent,
} from './other-event-schemas';
import { runStarted, runWaiting } from './other-events';
import { composeEvent } from './payload';
import { EVENT_TYPES } from './schema';
import { sentEvents } from './sent-event';
import { deliveryHeaders } from './signature';

const SCHEMAS = {
  'run.started': RunStartedEvent,
  'run.waiting': RunWaitingEvent,
  'workflow.published': WorkflowPublishedEvent,
  'webhook.disabled': WebhookDisabledEvent,
  'alert.fired': AlertFiredEvent,
};
const PAGE = readFileSync('docs/webhooks.md', 'utf8');
const ids = { workspaceId: newId(), workflowId: newId(), executionId: newId(), logId: newId() };
const RUN = { ...ids, trigger: 'api' as const, version: null, tags: ['nightly'] };

test.each(Object.entries(SCHEMAS))('the page has an example of %s, which is one', (type, schema) => {
  const fence = new RegExp(`\`\`\`json ${type.replace('.', '[.]')}\\n([^\`]+)\`\`\``);
  const event = JSON.parse(fence.exec(PAGE)![1]!);
  expect(schema.parse(event)).toEqual(event);
  expect(event.type).toBe(type);
});

test('every type has its row on the page, and its place in the OpenAPI document', () => {
  for (const type of EVENT_TYPES) expect(PAGE).toContain(`| \`${type}\` |`);
  expect(sentEvents.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
});

test('the head of each says what it is about, in the headers too', () => {
  const [id, timestampMs] = [newId(), Date.UTC(2026, 0, 31)];
  const happened = runStarted(RUN, timestampMs);
  const payload = composeEvent({ id, type: happened.type, timestampMs }, happened);
  expect(RunStartedEvent.parse(JSON.parse(payload))).toEqual(JSON.parse(payload));
  const headers = deliveryHeaders({ deliveryId: newId(), body: payload, secrets: [], isTest: false }, 0);
  expect(Object.fromEntries(headers)['service-event']).toBe('run.started');
  expect(Object.fromEntries(cloudEventHeaders(payload))).toMatchObject({
    'ce-id': id,
    'ce-source': `/v1/workflows/${ids.workflowId}`,
    'ce-type': 'run.started',
    'ce-subject': ids.executionId,
    'ce-time': '2026-01-31T00:00:00.000Z',
  });
});

test('an event about no run has no subject', () => {
  const [id, alertId] = [newId(), newId()];
  const content = { data: { alertId, name: 'Orders' }, links: {} };
  const payload = composeEvent({ id, type: 'alert.fired', timestampMs: 0 }, content);
  const headers = Object.fromEntries(cloudEventHeaders(payload));
  expect(headers['ce-source']).toBe(`/v1/alerts/${alertId}`);
  expect(headers).not.toHaveProperty('ce-subject');
});

test('a wait says what ends it, and when', () => {
  const wait = { blockId: 'ask', kind: 'callback' as const, startedMs: 0, dueMs: null };
  const { data } = runWaiting(RUN, { ...wait, iteration: 'each:3' });
  expect(data).toMatchObject({ blockId: 'ask', iteration: 'each:3', kind: 'callback', dueAt: null });
});
