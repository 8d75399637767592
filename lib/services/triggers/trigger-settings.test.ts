import { expect, it } from 'vitest';
import { CHAT_TRIGGER } from '../../core/blocks/chat-trigger/trigger';
import { WEBHOOK_TRIGGER } from '../../core/blocks/webhook-trigger/trigger';
import { compileWorkflow } from '../../core/engine/compile-workflow';
import { WorkflowDocument } from '../../core/workflow/schema';
import { defineSettings } from './trigger-settings';

const position = { x: 0, y: 0 };
const compiled = (more: object = {}) =>
  compileWorkflow(
    WorkflowDocument.parse({
      blocks: {
        hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position, ...more },
        reply: { id: 'reply', type: 'response', name: 'reply', position },
      },
      edges: [{ id: 'e', source: 'hook', sourceHandle: 'out', target: 'reply' }],
    }),
  );

/** Settings that record the ids of the blocks that they were read from. */
function counted(trigger: typeof WEBHOOK_TRIGGER | typeof CHAT_TRIGGER = WEBHOOK_TRIGGER) {
  const read: string[] = [];
  const settings = defineSettings(trigger, (config: { methods: string }, _, blockId) => {
    read.push(blockId);
    return { methods: config.methods };
  });
  return { settings, read };
}

it('reads the settings of a block once for each version', () => {
  const { settings, read } = counted();
  const [version, other] = [compiled(), compiled({ config: { methods: 'GET' } })];
  expect(settings(version, 'hook')).toEqual({ methods: 'POST' });
  expect(settings(version, 'hook')).toBe(settings(version, 'hook'));
  expect(settings(other, 'hook')).toEqual({ methods: 'GET' });
  expect(read).toEqual(['hook', 'hook']);
});

it.each([
  ['is disabled', compiled({ enabled: false }), 'hook'],
  ['has settings that can’t be read', compiled({ config: { methods: 1 } }), 'hook'],
  ['has settings with problems', compiled({ config: { methods: 'FETCH' } }), 'hook'],
  ['is of no trigger', compiled(), 'reply'],
  ['does not exist', compiled(), 'toString'],
])('has none for a block that %s', (_, version, blockId) => {
  const { settings, read } = counted();
  expect(settings(version, blockId)).toBe(null);
  expect(settings(version, blockId)).toBe(null);
  expect(read).toEqual([]);
});

it('has none for a block of another trigger', () => {
  const [hook, chat] = [counted(), counted(CHAT_TRIGGER)];
  const version = compiled();
  expect(chat.settings(version, 'hook')).toBe(null);
  expect(hook.settings(version, 'hook')).toEqual({ methods: 'POST' });
  expect(chat.read).toEqual([]);
});
