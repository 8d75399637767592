import type { Question } from '../../core/assistant/questions';
import { repairWords } from '../../core/assistant/questions';
import { type AnswerSurroundings, MAX_ANSWER_CHARACTERS, readAnswer } from '../../core/assistant/read-answer';
import { baseUrlOf } from '../../core/blocks/agent/config';
import { createMasker, type Masker } from '../../core/engine/masker';
import { newId } from '../../platform/ids';
import { inSlices } from '../../platform/in-slices';
import type { ModelAnswer, ModelMessage, ModelRequest } from '../../platform/models/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { addUsage } from '../limits/add-usage';
import { modelClient } from '../model-prices/model-client';
import type { Variables } from '../variables/read-variables';
import type { AssistantModel, AssistantReply } from './schema';

/** The limit for the response and, if it is unusable, a second one. */
const DEADLINE_MS = 150_000;
const IDLE_MS = 60_000;
const MAX_RETRIES = 1;

export interface AskAssistant {
  workspaceId: string;
  settings: AssistantModel;
  variables: Variables;
  question: Question;
  around: AnswerSurroundings;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Asks the workspace's model, and a second time with the problems of its answer. The answer is treated as
 * untrusted text. Its cost counts towards the month's usage even if it is unusable.
 */
export async function askAssistant(asked: AskAssistant): Promise<AssistantReply> {
  const { settings, variables, question, around, signal } = asked;
  const apiKey = settings.keyVariable === '' ? '' : variables.values.get(settings.keyVariable);
  if (apiKey === undefined) return keyMissing(settings.keyVariable);
  const masker = maskerOf(variables);
  const deadline = Date.now() + DEADLINE_MS;
  const messages: ModelMessage[] = [
    { role: 'system', text: question.system },
    { role: 'user', text: question.user },
  ];
  const request: ModelRequest = {
    provider: settings.provider,
    baseUrl: baseUrlOf({ kind: settings.provider, baseUrl: settings.baseUrl }),
    apiKey: apiKey.trim(),
    model: settings.model,
    messages,
    tools: [],
    cachesPrompt: true,
    streams: true,
  };
  let problems: string[] = [];
  for (const _ of ['first', 'repaired']) {
    const answer = await ask(asked.workspaceId, request, { deadline, signal });
    if (!answer.ok)
      return { ok: false, ...toFailureMessage(answer, masker), problems: problems.map(masker.text) };
    const read = await inSlices(readAnswer(answer.turn.text, around));
    // The values of marks are the author's own, who sees them in the form as well.
    if (read.ok) return { ...read, explanation: masker.text(read.explanation) };
    problems = answer.finishReason === 'length' ? [CUT_OFF] : read.problems;
    // It would be sent back with the question.
    if (answer.turn.text.length > MAX_ANSWER_CHARACTERS) break;
    messages.push({ role: 'model', turn: answer.turn }, { role: 'user', text: repairWords(problems) });
  }
  return { ok: false, ...INVALID, problems: problems.map(masker.text) };
}

async function ask(
  workspaceId: string,
  request: ModelRequest,
  { deadline, signal }: { deadline: number; signal: AbortSignal },
): Promise<ModelAnswer> {
  const models = modelClient(workspaceId);
  const answer = await models.ask(request, {
    http: outboundClient(),
    signal,
    idempotencyKey: newId(),
    totalTimeoutMs: Math.max(1, deadline - Date.now()),
    idleTimeoutMs: IDLE_MS,
    maxRetries: MAX_RETRIES,
  });
  const price = answer.usage && (await models.price(request, answer.usage));
  if (price) await addUsage(workspaceId, price.total);
  return answer;
}

/** Masks secrets, because a provider may quote the key that it refuses. */
function maskerOf({ values, plain }: Variables): Masker {
  const secrets = [...values].filter(([name]) => !plain.has(name));
  return createMasker(secrets.map(([name, value]) => ({ name, value })));
}

function toFailureMessage({ error }: Extract<ModelAnswer, { ok: false }>, masker: Masker) {
  const { code, message } = error;
  return { code, message: masker.text(message) };
}

const CUT_OFF = 'It was cut off before its end: answer with less.';

const INVALID = {
  code: 'PROPOSAL_INVALID',
  message: 'The model proposed something that can’t be used. Say it differently, or ask for less.',
};

const keyMissing = (name: string): AssistantReply => ({
  ok: false,
  code: 'VARIABLE_NOT_FOUND',
  message: `The variable ${name}, which holds the key of the model, is gone. An admin can choose another.`,
  problems: [],
});
