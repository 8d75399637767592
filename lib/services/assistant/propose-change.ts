import { changeQuestion } from '../../core/assistant/questions';
import type { Actor } from '../access/actor';
import { askAssistant } from './ask-assistant';
import { type AboutWorkflow, gather } from './gather';
import type { AssistantReply } from './schema';

export interface ProposeChange extends AboutWorkflow {
  words: string;
  documentation: string;
}

/** Returns a proposed change for the words or documentation. Nothing is saved. @throws as `gather` */
export async function proposeChange(
  actor: Actor,
  { words, documentation, ...about }: ProposeChange,
  signal: AbortSignal,
): Promise<{ data: AssistantReply }> {
  const { shown, ...gathered } = await gather(actor, about, signal);
  const question = changeQuestion({ words, documentation }, shown);
  return { data: await askAssistant({ ...gathered, question, signal }) };
}
