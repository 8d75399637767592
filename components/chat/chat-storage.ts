import { z } from 'zod';
import { localStore, sessionStore } from '../ui/browser-storage';
import { keepInStorage } from '../ui/keep-in-storage';

/** A message whose answer has not been seen. */
const Unanswered = z.object({
  message: z.string(),
  /** The time of the last turn before the message; null if the message is the first. */
  after: z.string().nullable(),
  /** The reason why there is no run for the message; null while one may be in progress. */
  refusal: z.string().nullable(),
});
export type Unanswered = z.infer<typeof Unanswered>;

/**
 * A browser's storage of a chat: the conversation is permanent; the password, the draft and the
 * unanswered message last until the tab is closed. If the browser forbids storage, everything lasts
 * until the page is left.
 */
export function chatStorage(slug: string) {
  const item = (store: Storage, name: string) => {
    const key = `millrace:chat:${slug}:${name}`;
    return {
      read: (): string | null => store.getItem(key),
      /** null removes the value. */
      write: (value: string | null): void => keepInStorage(store, key, value, `the chat’s ${name}`),
    };
  };
  const unanswered = item(sessionStore, 'unanswered');
  return {
    conversationId: item(localStore, 'conversation'),
    password: item(sessionStore, 'password'),
    draft: item(sessionStore, 'draft'),
    unanswered: {
      read(): Unanswered | null {
        try {
          return Unanswered.safeParse(JSON.parse(unanswered.read() ?? 'null')).data ?? null;
        } catch {
          return null;
        }
      },
      write: (value: Unanswered | null): void =>
        unanswered.write(value === null ? null : JSON.stringify(value)),
    },
  };
}
export type ChatStorage = ReturnType<typeof chatStorage>;
