import { z } from 'zod';

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
  const kept = new Map<string, string>();
  const item = (area: 'localStorage' | 'sessionStorage', name: string) => {
    const key = `millrace:chat:${slug}:${name}`;
    return {
      read(): string | null {
        try {
          return window[area].getItem(key) ?? kept.get(key) ?? null;
        } catch {
          return kept.get(key) ?? null;
        }
      },
      /** null removes the value. */
      write(value: string | null): void {
        if (value === null) kept.delete(key);
        else kept.set(key, value);
        try {
          if (value === null) window[area].removeItem(key);
          else window[area].setItem(key, value);
        } catch {
          // Storage is blocked or full: the value stays in memory.
        }
      },
    };
  };
  const unanswered = item('sessionStorage', 'unanswered');
  return {
    conversationId: item('localStorage', 'conversation'),
    password: item('sessionStorage', 'password'),
    draft: item('sessionStorage', 'draft'),
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
