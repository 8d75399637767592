export interface Turn {
  role: 'user' | 'assistant';
  content: string;
}

/** The state of the last message. */
export type Progress =
  | { kind: 'idle' }
  /** `text`: the part of the answer that has arrived. */
  | { kind: 'answering'; text: string }
  /** The stream is no longer read, but the run continues: the server is polled for the answer. */
  | { kind: 'following'; text: string; why: 'stopped' | 'lost' }
  /** The run waits for something, maybe for days: it continues, but the page does not wait for its answer. */
  | { kind: 'parked' }
  | { kind: 'failed'; words: string; message: string };

export type Access =
  | { kind: 'unknown' }
  | { kind: 'granted' }
  /** `words`: the server's response to a password. */
  | { kind: 'denied'; asks: 'password' | 'members'; words: string | null }
  /** The access could not be determined. */
  | { kind: 'failed'; error: unknown };

export interface ChatState {
  access: Access;
  turns: readonly Turn[];
  progress: Progress;
  /** The last answer that was finished while the page was open, for screen readers. */
  announced: string;
}

export const EMPTY_CHAT: ChatState = {
  access: { kind: 'unknown' },
  turns: [],
  progress: { kind: 'idle' },
  announced: '',
};

/** True while another message may be sent. */
export const canSend = ({ progress }: Pick<ChatState, 'progress'>): boolean =>
  progress.kind !== 'answering' && progress.kind !== 'following';

const NO_ANSWER = 'There is no answer to this message. Send it again, or write another one.';

/** Returns the state for the conversation as the server has it, with nothing in progress. */
export function loaded(state: ChatState, turns: readonly Turn[]): ChatState {
  const last = turns.at(-1);
  const failed: Progress = { kind: 'failed', words: NO_ANSWER, message: last?.content ?? '' };
  return { ...state, turns, progress: last?.role === 'user' ? failed : { kind: 'idle' } };
}

export function sent(state: ChatState, message: string): ChatState {
  const { turns, progress } = state;
  // A message that is sent again is already in the list.
  const isAgain = progress.kind === 'failed' && turns.at(-1)?.role === 'user' && progress.message === message;
  const question: Turn = { role: 'user', content: message };
  return {
    ...state,
    turns: isAgain ? turns : [...turns, question],
    progress: { kind: 'answering', text: '' },
    announced: '',
  };
}

export const arrived = (state: ChatState, text: string): ChatState =>
  state.progress.kind === 'answering' ? { ...state, progress: { kind: 'answering', text } } : state;

export function answered(state: ChatState, content: string): ChatState {
  const answer: Turn = { role: 'assistant', content };
  return { ...state, turns: [...state.turns, answer], progress: { kind: 'idle' }, announced: content };
}

export const failed = (state: ChatState, words: string, message: string): ChatState => ({
  ...state,
  progress: { kind: 'failed', words, message },
});

export function following(state: ChatState, why: 'stopped' | 'lost'): ChatState {
  const text = state.progress.kind === 'answering' ? state.progress.text : '';
  return { ...state, progress: { kind: 'following', text, why } };
}

export const parked = (state: ChatState): ChatState => ({ ...state, progress: { kind: 'parked' } });

/** Returns the state without the refused message, which goes back to the input field. */
export function withdrawn(state: ChatState): ChatState {
  const turns = state.turns.at(-1)?.role === 'user' ? state.turns.slice(0, -1) : state.turns;
  return { ...state, turns, progress: { kind: 'idle' } };
}
