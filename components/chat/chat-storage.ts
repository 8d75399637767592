import { z } from 'zod';

/** A message whose answer has not been seen. */
const Unanswered = z.object({
  message: z.string(),
  /** Of the last turn before it; null: it is the first. */
  after: z.string().nullable(),
  /** Why there is no run for it; null while one may be under way. */
  refusal: z.string().nullable(),
});
export type Unanswered = z.infer<typeof Unanswered>;

/**
 * What a browser keeps of a chat: the conversation for good; password, draft and the message without an
 * answer until the tab is closed. A browser that forbids storage keeps them until the page is left.
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
      /** null forgets it. */
      write(value: string | null): void {
        if (value === null) kept.delete(key);
        else kept.set(key, value);
        try {
          if (value === null) window[area].removeItem(key);
          else window[area].setItem(key, value);
        } catch {
          // Storage is blocked or full: it is kept in memory.
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
