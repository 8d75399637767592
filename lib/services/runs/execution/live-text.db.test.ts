import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODEL_PROVIDERS, type ModelProvider } from '../../../platform/models/contract';
import { type ModelServer, startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { JsonText } from '../../../platform/text/json-text';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { setVariable } from '../../variables/set-variable';
import type { RunStreamEvent } from '../schema';
import { eventsOf } from '../starting/answers';
import { admittedByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

const SECRET = 'sk-secret-0123456789';
let mill: TestWorkspace;
let models: ModelServer;
let script: (index: number) => ScriptedAnswer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  models = await startModelServer((_, index) => script(index));
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'MODEL_KEY', value: SECRET });
});
afterAll(async () => {
  await models.close();
  await closeDatabase();
});

const agent = (wire: ModelProvider) => ({
  type: 'agent',
  config: {
    provider: { kind: wire, baseUrl: models.baseUrlOf(wire), apiKey: '{{MODEL_KEY}}' },
    model: 'house',
    prompt: 'Say it.',
  },
});

const plain = (event: RunStreamEvent | JsonText): RunStreamEvent =>
  event instanceof JsonText ? JSON.parse(event.json) : event;

function deferred() {
  let settle = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

test.each(MODEL_PROVIDERS)('what a model of %s writes is seen while it writes, masked', async (wire) => {
  const text = `It begins like this: ${SECRET} is the key. ${'And it goes on. '.repeat(10)}`;
  const { promise: hold, settle } = deferred();
  script = () => ({ text, hold });
  const workflowId = await workflowIn(mill, [agent(wire)]);
  let seen = '';
  let atEnd = '';
  const kinds: string[] = [];
  for await (const one of eventsOf(await admittedByHand(mill.owner, { workflowId, input: {} }))) {
    const event = plain(one);
    kinds.push(event.type);
    expect(JSON.stringify(event)).not.toContain('sk-secret');
    if (event.type === 'block-text') {
      expect(event).toMatchObject({ blockId: 'b1', step: 1 });
      seen = seen.slice(0, event.from) + event.text;
      // The rest is only sent because the beginning was seen.
      settle();
    }
    if (event.type === 'run-finished') atEnd = (event.answer.output as { content: string }).content;
  }
  expect(atEnd).toContain('{{MODEL_KEY}} is the key');
  expect(seen).toBe(atEnd);
  expect(kinds.lastIndexOf('block-text')).toBeLessThan(kinds.lastIndexOf('block-finished'));
});

test('after an answer that was cut off, the text begins again', async () => {
  const from = models.questions.length;
  script = (index) => (index === from ? { text: 'Lost words here', fault: 'cut' } : { text: 'Here it is.' });
  const workflowId = await workflowIn(mill, [agent('openai')]);
  let seen = '';
  for await (const one of eventsOf(await admittedByHand(mill.owner, { workflowId, input: {} }))) {
    const event = plain(one);
    if (event.type === 'block-text') seen = seen.slice(0, event.from) + event.text;
  }
  expect(seen).toBe('Here it is.');
});
