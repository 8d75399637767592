import { createStore } from 'zustand/vanilla';
import { ApiError, type Client, UnreachableError } from '@/lib/platform/http/client';
import { getChatConversationEndpoint, sendChatMessageEndpoint } from '@/lib/services/chat/endpoints';
import type { Chat, ChatMessage } from '@/lib/services/chat/schema';
import { errorWords } from '../page/error-words';
import { pauseOrOnline } from '../ui/pause';
import { randomUuid } from '../ui/random-uuid';
import {
  answered,
  arrived,
  type ChatState,
  canSend,
  EMPTY_CHAT,
  failed,
  following,
  loaded,
  parked,
  sent,
  withdrawn,
} from './chat-state';
import type { ChatStorage } from './chat-storage';
import { headerText, readChatEvents, textBuffer } from './chat-stream';

interface ChatControllerOptions {
  slug: string;
  client: Client;
  storage: ChatStorage;
  /** The chat's access mode. */
  access: Chat['access'];
}

/** Milliseconds between two polls for the answer of a run that continues; grows with each poll. */
const pauseMs = (count: number): number => Math.min(1_000 * 1.3 ** count, 15_000);
const GIVE_UP_MS = 15 * 60_000;

const LOST = 'The connection was lost. The message may not have arrived: send it again.';
const STOPPED = 'Stopped before the chat received the message.';
const NOTHING_YET = 'There is no answer yet. Reload the page later, or send the message again.';

/** Reasons for aborting the current work: the person stopped it, or other work begins. */
const STOP = 'stop';
const LEFT = 'left';

export type ChatController = ReturnType<typeof createChatController>;

/** Creates a conversation: sends messages, reads streamed answers, and finds the answers after a reload. */
export function createChatController({ slug, client, storage, access }: ChatControllerOptions) {
  const store = createStore<ChatState>(() => EMPTY_CHAT);
  const set = (change: (state: ChatState) => ChatState): void => store.setState(change);
  let work = new AbortController();
  /** The time of the last turn that the server is known to have stored. */
  let lastAt: string | null = null;

  /** Aborts the current work and returns the signal of the next. */
  function begin(): AbortSignal {
    work.abort(LEFT);
    work = new AbortController();
    return work.signal;
  }

  const headers = (): Record<string, string> => {
    const password = storage.password.read();
    return password === null ? {} : { 'x-chat-password': headerText(password) };
  };

  /** Returns null if the conversation does not exist; one whose first message is being answered has no turns. */
  async function fetchTurns(conversationId: string, signal: AbortSignal): Promise<ChatMessage[] | null> {
    try {
      const params = { slug, conversationId };
      const { data } = await client.call(
        getChatConversationEndpoint,
        { params },
        { signal, headers: headers() },
      );
      return data.messages;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  function deny(error: ApiError | null): void {
    const words = error === null || storage.password.read() === null ? null : error.message;
    storage.password.write(null);
    // The server decides: the chat's access may have changed since the page was loaded.
    const asks = error?.code === 'members_only' ? 'members' : 'password';
    set((state) => ({ ...state, access: { kind: 'denied', asks, words } }));
  }

  /** Loads the stored conversation and shows it if this person may see it. */
  async function open(): Promise<void> {
    const signal = begin();
    if (access === 'password' && storage.password.read() === null) return deny(null);
    const known = storage.conversationId.read();
    try {
      // Without a conversation, a random id tells whether the person has access.
      const isAsked = known !== null || access !== 'open';
      const turns = isAsked ? await fetchTurns(known ?? randomUuid(), signal) : null;
      lastAt = turns?.at(-1)?.at ?? null;
      set((state) => ({ ...loaded(state, turns ?? []), access: { kind: 'granted' } }));
      // Another tab may have begun a conversation meanwhile.
      if (turns === null && storage.conversationId.read() === known) storage.conversationId.write(null);
      await resume(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isDenial(error)) deny(error);
      else set((state) => ({ ...state, access: { kind: 'failed', error } }));
    }
  }

  /** Continues with a message whose answer was not seen before the page was reloaded. */
  async function resume(signal: AbortSignal): Promise<void> {
    const open = storage.unanswered.read();
    if (open === null) return;
    if (open.after !== lastAt) return storage.unanswered.write(null);
    const { message, refusal } = open;
    set((state) => sent(state, message));
    const hasId = storage.conversationId.read() !== null;
    if (refusal !== null || !hasId) return set((state) => failed(state, refusal ?? LOST, message));
    set((state) => following(state, 'lost'));
    await follow(message, signal);
  }

  async function send(text: string): Promise<void> {
    const message = text.trim();
    if (message === '' || !canSend(store.getState())) return;
    const signal = begin();
    set((state) => sent(state, message));
    storage.unanswered.write({ message, after: lastAt, refusal: null });
    try {
      const left = await readAnswer(message, signal);
      if (left === null) return;
      const next = begin();
      set((state) => following(state, left));
      await follow(message, next);
    } catch (error) {
      // On 404 the conversation is no longer stored: sending the message again begins another one.
      if (error instanceof ApiError && error.status === 404) storage.conversationId.write(null);
      if (isDenial(error)) withdraw(message, error);
      else if (error instanceof ApiError) fail(errorWords(error), message);
      else if (!signal.aborted) fail(LOST, message);
      else if (signal.reason === STOP) fail(STOPPED, message);
    }
  }

  /** @returns the reason why the answer is still pending; null if there is none to wait for */
  async function readAnswer(message: string, signal: AbortSignal): Promise<'stopped' | 'lost' | null> {
    const conversationId = storage.conversationId.read() ?? undefined;
    const response = await client.send(
      sendChatMessageEndpoint,
      { params: { slug }, body: { message, conversationId } },
      { signal, headers: { ...headers(), accept: 'text/event-stream' } },
    );
    const buffer = textBuffer((text) => set((state) => arrived(state, text)));
    let hasBegun = false;
    try {
      for await (const event of readChatEvents(response)) {
        if (event.type === 'text') buffer.add(event.text, event.replace);
        else if (event.type === 'conversation') {
          hasBegun = true;
          storage.conversationId.write(event.conversationId);
        } else {
          buffer.end();
          if (event.type === 'error') fail(event.message, message);
          else finish(event);
          await learnLastAt(signal);
          return null;
        }
      }
    } catch (error) {
      if (!hasBegun) throw error;
    }
    buffer.end();
    if (signal.reason === LEFT) return null;
    if (!hasBegun) throw new UnreachableError('The stream ended before it began.');
    return signal.aborted ? 'stopped' : 'lost';
  }

  function finish({ answer, parked: isParked }: { answer: string; parked?: boolean | undefined }): void {
    storage.unanswered.write(null);
    set((state) => (isParked ? parked(state) : answered(state, answer)));
  }

  /** Updates `lastAt`, so that a later reload can tell whether the next message was answered. */
  async function learnLastAt(signal: AbortSignal): Promise<void> {
    const conversationId = storage.conversationId.read();
    if (conversationId === null) return;
    const turns = await fetchTurns(conversationId, signal).catch(() => null);
    lastAt = turns?.at(-1)?.at ?? lastAt;
    const open = storage.unanswered.read();
    if (open !== null) storage.unanswered.write({ ...open, after: lastAt });
  }

  function fail(words: string, message: string): void {
    storage.unanswered.write({ message, after: lastAt, refusal: words });
    set((state) => failed(state, words, message));
  }

  /** Puts the message back into the input field, because the person has no access any more. */
  function withdraw(message: string, error: ApiError): void {
    storage.draft.write(message);
    storage.unanswered.write(null);
    set(withdrawn);
    deny(error);
  }

  /** Polls for the answer of a run that continues, until it arrives. */
  async function follow(message: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + GIVE_UP_MS;
    // Another tab may begin a conversation of its own, which replaces the id.
    const conversationId = storage.conversationId.read() ?? '';
    for (let count = 0; Date.now() < until; count += 1) {
      await pauseOrOnline(pauseMs(count), signal);
      if (signal.aborted) return;
      const turns = await fetchTurns(conversationId, signal).catch((error: unknown) => {
        if (isDenial(error)) deny(error);
        return null;
      });
      if (signal.aborted || store.getState().access.kind === 'denied') return;
      const at = turns?.at(-1)?.at ?? null;
      const isOfMessage = turns?.findLast(({ role }) => role === 'user')?.content === message;
      if (turns === null || at === lastAt || !isOfMessage) continue;
      lastAt = at;
      storage.unanswered.write(null);
      const answer = turns.at(-1);
      set((state) => ({
        ...loaded(state, turns),
        announced: answer?.role === 'assistant' ? answer.content : '',
      }));
      return;
    }
    fail(NOTHING_YET, message);
  }

  return {
    store,
    open,
    send,
    retry: (): void => {
      const { progress } = store.getState();
      if (progress.kind === 'failed') void send(progress.message);
    },
    /** Stops reading; the run continues. */
    stop: (): void => work.abort(STOP),
    /** Stops waiting for a run that continues, so that another message may be sent. */
    stopFollowing: (): void => {
      const { turns } = store.getState();
      begin();
      fail(NOTHING_YET, turns.at(-1)?.content ?? '');
    },
    startNew: (): void => {
      begin();
      lastAt = null;
      storage.conversationId.write(null);
      storage.unanswered.write(null);
      set((state) => ({ ...EMPTY_CHAT, access: state.access }));
    },
    enter: (password: string): Promise<void> => {
      storage.password.write(password);
      return open();
    },
    close: (): void => work.abort(LEFT),
  };
}

const isDenial = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401;
