import { processSingleton } from './process-singleton';

/**
 * The messages between server processes behind one port, sent through the supervisor
 * (`scripts/lib/supervisor/siblings.mjs`), and the response to each.
 */
export interface SiblingTopics {
  /** A notification of a committed change, so that a caller's next request to any process sees it. */
  notification: { question: { channel: string; id: string }; answer: null };
  /** The process's metrics, in the format of prom-client's registries. */
  metrics: { question: null; answer: unknown };
}
type Topic = keyof SiblingTopics;
type Answering = (question: never) => unknown;

type FromSupervisor =
  | { type: 'sibling-asks'; id: string; topic: Topic; question: unknown }
  | { type: 'sibling-answered'; id: string; answer?: unknown; left: number };

/** A sibling that is busy for longer responds too late, and learns of changes as other hosts do. */
const ANSWER_WITHIN_MS = 500;

interface Siblings {
  joined: boolean;
  lastId: number;
  answering: Map<Topic, Answering>;
  asked: Map<string, (answered: { answer?: unknown; left: number }) => void>;
}

const siblings = (): Siblings =>
  processSingleton('siblings', () => ({ joined: false, lastId: 0, answering: new Map(), asked: new Map() }));

/** Joins the siblings, in a process that the supervisor has started as one of several. */
export function joinSiblings(): void {
  siblings().joined = true;
  process.on('message', (message: FromSupervisor) => {
    if (message.type === 'sibling-asks') void answer(message);
    if (message.type === 'sibling-answered') siblings().asked.get(message.id)?.(message);
  });
}

async function answer({ id, topic, question }: FromSupervisor & { type: 'sibling-asks' }): Promise<void> {
  const answering = siblings().answering.get(topic);
  const given = await Promise.resolve(answering?.(question as never)).catch(() => undefined);
  if (process.connected) process.send?.({ type: 'sibling-answers', id, answer: given });
}

/** Registers this process's handler for a topic; a failed response counts as none. */
export function answerSiblings<T extends Topic>(
  topic: T,
  answering: (question: SiblingTopics[T]['question']) => unknown,
): void {
  siblings().answering.set(topic, answering as Answering);
}

/** Returns the responses of all others that came in time; none for a process that is alone. */
export function askSiblings<T extends Topic>(
  topic: T,
  question: SiblingTopics[T]['question'],
): Promise<Array<SiblingTopics[T]['answer']>> {
  const state = siblings();
  if (!state.joined || !process.connected) return Promise.resolve([]);
  state.lastId += 1;
  const id = String(state.lastId);
  const answers: Array<SiblingTopics[T]['answer']> = [];
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      state.asked.delete(id);
      resolve(answers);
    };
    const timer = setTimeout(end, ANSWER_WITHIN_MS);
    state.asked.set(id, (answered) => {
      if ('answer' in answered) answers.push(answered.answer as SiblingTopics[T]['answer']);
      if (answered.left === 0) end();
    });
    process.send?.({ type: 'ask-siblings', id, topic, question });
  });
}
