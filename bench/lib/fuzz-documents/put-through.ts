import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowDocument } from '../../../lib/core/workflow/schema';
import type { Target } from '../attacks/target';
import { type Answer, jsonOf, openAsk } from './ask';
import type { FuzzCase } from './cases';
import { compareFile, compareStored, diffWith } from './document-checks';
import { whatIsWrong } from './judge';
import type { Call, Lane } from './lane';
import type { FuzzRecord } from './record';
import { runAll } from './run-inputs';

export const newLane = ({ origin, apiKey, holder }: Target, record: FuzzRecord): Lane => ({
  ask: openAsk(origin),
  headers: { 'x-api-key': apiKey },
  workspaceId: holder.workspaceId,
  record,
  workflowId: null,
  stored: null,
});

/** Deletes the workflow, because its triggers must not fire after the last document. */
export async function leaveLane(lane: Lane): Promise<void> {
  if (lane.workflowId === null) return;
  await callFor(lane, -1)('delete', { method: 'DELETE', path: pathOf(lane) });
}

const MOST_TRIES = 30;
const LONGEST_WAIT_MS = 5_000;
const TOLD_WORDS = 300;

/** Performs every action on a document. */
export async function putThrough(lane: Lane, fuzz: FuzzCase): Promise<void> {
  const { number, words, document, does } = fuzz;
  const { record } = lane;
  const about = { words, bytes: document.length, outcome: '' };
  record.documents.set(number, about);
  const call = callFor(lane, number);
  const saved = await save(lane, fuzz, call);
  about.outcome = String(saved.status);
  const isSaved = saved.status < 300;
  if (does.preview) await previewSome(lane, fuzz, call, isSaved);
  if (!isSaved || lane.workflowId === null) return;
  const stored = does.readBack || does.file ? await readBack(lane, fuzz, call) : null;
  if (stored !== null) {
    if (lane.stored !== null) diffWith(record, number, lane.stored, stored);
    if (does.file) await importAgain(lane, fuzz, call, stored);
    lane.stored = stored;
  }
  const isLive = does.publish && (await publish(lane, call));
  if (does.send) await sendSome(lane, fuzz, call);
  await runAll(lane, fuzz, call, isLive);
}

/** Judges each response; 429 and 503 are repeated after their `Retry-After`. */
function callFor({ ask, headers, record }: Lane, number: number): Call {
  return async (what, question) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await record.timed(number, what, () =>
        ask({ ...question, headers: { ...headers, ...question.headers } }),
      );
      const isAuthors = answer.headers['x-execution-id'] !== undefined && what === 'run, response';
      if (!isAuthors)
        for (const words of whatIsWrong(answer)) record.find(number, what, words.slice(0, TOLD_WORDS));
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || tries === MOST_TRIES) return answer;
      await sleep(Math.min(LONGEST_WAIT_MS, 1_000 * Number(answer.headers['retry-after'] ?? 1)));
    }
  };
}

const pathOf = ({ workflowId }: Lane): string => `/api/v1/workflows/${workflowId}`;

async function save(lane: Lane, { number, document, does }: FuzzCase, call: Call): Promise<Answer> {
  if (lane.workflowId !== null && !does.isNew) {
    const body = `{"document":${document}}`;
    const headers = { prefer: 'return=minimal' };
    return call('save', { method: 'PUT', path: pathOf(lane), headers, body });
  }
  const body = `{"workspaceId":"${lane.workspaceId}","name":"Document ${number}","document":${document}}`;
  const answer = await call('create', { method: 'POST', path: '/api/v1/workflows', body });
  const id = idOf(answer);
  if (answer.status === 201 && id !== null) {
    const before = lane.workflowId;
    lane.workflowId = id;
    lane.stored = null;
    // Stops the previous workflow's remaining runs and triggers.
    if (before !== null) await call('delete', { method: 'DELETE', path: `/api/v1/workflows/${before}` });
  }
  return answer;
}

/** Reads the id, which comes first, because the document may be too large to be stored here. */
const idOf = ({ text }: Answer): string | null =>
  /^\{"data":\{"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? null;

async function readBack(lane: Lane, fuzz: FuzzCase, call: Call): Promise<WorkflowDocument | null> {
  const answer = await call('read', { path: pathOf(lane) });
  const stored = jsonOf<{ data: { document: WorkflowDocument } }>(answer)?.data?.document ?? null;
  if (stored !== null) compareStored(lane.record, fuzz, stored);
  return stored;
}

async function importAgain(
  { record, workspaceId }: Lane,
  { number }: FuzzCase,
  call: Call,
  stored: WorkflowDocument,
): Promise<void> {
  const text = compareFile(record, number, stored);
  if (text === null) return;
  const body = `{"workspaceId":"${workspaceId}",${text.trimStart().slice(1)}`;
  const made = await call('import', { method: 'POST', path: '/api/v1/workflows', body });
  const id = idOf(made);
  if (made.status !== 201 || id === null) {
    if (made.status !== 0)
      record.find(number, 'import', `a file of what is stored is refused: ${made.text.slice(0, TOLD_WORDS)}`);
    return;
  }
  await call('delete', { method: 'DELETE', path: `/api/v1/workflows/${id}` });
}

async function publish(lane: Lane, call: Call): Promise<boolean> {
  const answer = await call('publish', { method: 'POST', path: `${pathOf(lane)}/publish`, body: '{}' });
  if (answer.status === 201 && lane.record.steps.length % 4 === 0)
    await call('versions', { path: `${pathOf(lane)}/versions` });
  return answer.status === 201;
}

/** Outputs of the earlier blocks. */
const SAMPLES =
  '{"start":{"v":"value","s":"text","n":3,"list":[1,2],"o":{}},"b1":{"result":{"a":"x"},"data":"y"}}';

/** Also previews a document that could not be saved. */
async function previewSome(
  lane: Lane,
  { blocks, document, random }: FuzzCase,
  call: Call,
  isSaved: boolean,
): Promise<void> {
  if (lane.workflowId === null) return;
  const path = `${pathOf(lane)}/blocks/${random.pick(blocks).id}/preview`;
  const given = isSaved && random.chance(0.5) ? '' : `"document":${document},`;
  await call('preview', { method: 'POST', path, body: `{${given}"samples":${SAMPLES}}` });
}

async function sendSome(lane: Lane, { blocks, inputs, random }: FuzzCase, call: Call): Promise<void> {
  const path = `${pathOf(lane)}/blocks/${random.pick(blocks).id}/send`;
  const input = inputs[0] ?? '{}';
  await call('send', { method: 'POST', path, body: `{"samples":${SAMPLES},"input":${input}}` });
}
