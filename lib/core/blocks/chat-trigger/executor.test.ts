import { describe, expect, it } from 'vitest';
import { run, workflow } from '../../engine/testing/probe-workflow';
import { ChatTriggerConfig, chatTriggerDefinition, originsOf } from './definition';

const chat = { type: 'chat-trigger', config: { access: 'password', password: 'open-sesame-1' } };
const document = workflow(
  [
    ['chat', undefined, undefined, chat],
    ['seen', 'echo', '<chat.history>'],
  ],
  ['chat>seen'],
);
const HISTORY = [{ role: 'user', content: 'Hi' }];

describe('a Chat block', () => {
  it('puts out the message, the conversation and its history', async () => {
    const input = { message: 'And now?', conversationId: 'c1', history: HISTORY };
    const outcome = await run(document, { request: { input, entryBlock: 'chat' } });
    expect(outcome.traceSpans.find(({ blockId }) => blockId === 'chat')?.output).toEqual(input);
    expect(outcome.output).toMatchObject({ value: HISTORY });
    expect(JSON.stringify(outcome)).not.toContain('open-sesame-1');
  });

  it('puts out empty values when it is run by hand', async () => {
    const outcome = await run(document, { request: { input: {}, entryBlock: 'chat' } });
    const { output } = outcome.traceSpans.find(({ blockId }) => blockId === 'chat')!;
    expect(output).toEqual({ message: '', conversationId: '', history: [] });
  });

  it('needs a password where one is asked for, origins that are such and few suggestions', () => {
    const problems = (config: object) =>
      chatTriggerDefinition.check!(ChatTriggerConfig.parse(config)).map(({ field }) => field);
    expect(problems({})).toEqual([]);
    expect(problems({ access: 'password' })).toEqual(['password']);
    expect(problems({ origins: 'https://a.example, https://b.example/page' })).toEqual(['origins']);
    expect(problems({ origins: 'javascript:alert(1)' })).toEqual(['origins']);
    expect(problems({ suggestions: 'a\nb\nc\nd\ne' })).toEqual(['suggestions']);
    expect(problems({ suggestions: 'a\n\nb\nc\nd\n' })).toEqual([]);
  });
});

it('origins are written as browsers send them', () => {
  expect(originsOf('HTTPS://A.example:443, http://b.example:8080/\nhttps://a.example')).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ]);
});
