import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WorkflowDocument } from '../lib/core/workflow/schema';
import type { LoopbackHttpServer } from '../lib/platform/outbound-http/testing/loopback-server';
import { prisma } from '../lib/platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../lib/services/accounts/testing/test-workspace';
import { type KeyHolder, keyOf, startKeyHolder } from '../lib/services/runs/testing/key-holder';
import { setVariable } from '../lib/services/variables/set-variable';
import { createWorkflow } from '../lib/services/workflows/create-workflow';
import { patient } from './lib/machine-speed.mjs';
import { readCommand } from './testing/guide-commands';
import { commandsOf, type GuideFence, guideFences } from './testing/guide-fences';
import { startGuideShop } from './testing/guide-shop';

vi.setConfig({ testTimeout: patient(90_000) });

let holder: KeyHolder;
let shop: LoopbackHttpServer;
beforeAll(async () => {
  holder = await startKeyHolder();
  shop = await startGuideShop();
});
afterAll(async () => {
  await shop.close();
  await holder.close();
});

/** Pages whose commands need no workflow of their own. */
const PLAIN_WORKFLOW = JSON.stringify({
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    response: {
      id: 'response',
      type: 'response',
      name: 'response',
      position: { x: 272, y: 0 },
      config: { body: '{"found": "A-17"}' },
    },
  },
  edges: [{ id: 'e1', source: 'start', target: 'response' }],
});

interface Answer {
  status: number;
  text: string;
}

async function send(command: string, values: Record<string, string>): Promise<Answer> {
  const { method, url, headers, body } = readCommand(command, values);
  const response = await fetch(url, { method, headers: Object.fromEntries(headers), body });
  return { status: response.status, text: await response.text() };
}

const isStream = (command: string): boolean => command.includes('ndjson');

/** Later commands of the page use these values as `$LOG`, `$EXECUTION` and `$CURSOR`. */
function valuesFrom({ text }: Answer): Record<string, string> {
  const answer = JSON.parse(text === '' ? '{}' : text) as Record<string, string | null>;
  const { logId, executionId, nextCursor, resumeCursor } = answer;
  const found = { LOG: logId, EXECUTION: executionId, CURSOR: nextCursor ?? resumeCursor };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]));
}

const withCommands = [...guideFences()].filter(([, fences]) =>
  fences.some(({ language }) => language === 'sh curl'),
);

test.each(withCommands)('every command of %s is answered as the page says', async (_, fences) => {
  const mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  const { workspaceId } = mill;
  await setVariable(mill.owner, { workspaceId, name: 'SHOP_URL', value: shop.origin, plain: true });
  const values: Record<string, string> = {
    MILLRACE: holder.api.origin,
    WORKSPACE: workspaceId,
    KEY: (await keyOf(mill))['x-api-key'],
  };
  for (const [index, fence] of fences.entries()) {
    if (fence.language !== 'sh curl') continue;
    Object.assign(values, await runOnce(mill, fences.slice(0, index), values));
    const last = await sendAll(fence, values);
    const expected = fences[index + 1];
    const says = expected?.language === 'json answer' ? JSON.parse(expected.text) : null;
    const at = `${fence.page}:${fence.line} ${last.text.slice(0, 500)}`;
    if (typeof says?.status === 'number') expect(last.status, at).toBe(says.status);
    else expect(last.status, at).toBeLessThan(300);
    if (says !== null) expect(JSON.parse(last.text), at).toMatchObject(says);
  }
});

/** Creates the workflow shown before the commands, and runs it, so that there is a log. */
async function runOnce(
  mill: TestWorkspace,
  before: readonly GuideFence[],
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const at = before.findLastIndex(({ language }) => language === 'json workflow');
  const text = before[at]?.text ?? PLAIN_WORKFLOW;
  const made = `made from ${at}`;
  if (values[made] !== undefined) return {};
  // The tests' product has no address that workflows may call.
  const document = WorkflowDocument.parse(JSON.parse(text.replaceAll('{{MILLRACE_URL}}', shop.origin)));
  const settings = { workspaceId: mill.workspaceId, name: 'Guide', description: '', folderId: null };
  const { data } = await createWorkflow(mill.owner, { ...settings, document });
  const input = before.slice(at + 1).find(({ language }) => language === 'json input')?.text ?? '{}';
  const path = `${values.MILLRACE}/api/v1/workflows/${data.id}/executions`;
  const headers = { 'x-api-key': values.KEY ?? '', 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: `{"input": ${input}}` });
  const answer = { status: response.status, text: await response.text() };
  return { [made]: 'yes', WORKFLOW: data.id, ...valuesFrom(answer) };
}

/** Sends all commands of a block, each with the values of earlier responses. @returns the last response */
async function sendAll(fence: GuideFence, values: Record<string, string>): Promise<Answer> {
  let last: Answer = { status: 0, text: '{}' };
  const commands = commandsOf(fence);
  for (const [index, command] of commands.entries()) {
    last = await send(command, values);
    if (isStream(command)) continue;
    Object.assign(values, valuesFrom(last));
    if (index < commands.length - 1)
      expect(last.status, `${fence.page}: ${command} ${last.text.slice(0, 500)}`).toBeLessThan(300);
  }
  return last;
}
