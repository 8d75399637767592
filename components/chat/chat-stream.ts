import { z } from 'zod';
import { readEvents } from '../page/event-stream';

const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversationId: z.string() }),
  z.object({ type: z.literal('text'), text: z.string(), replace: z.boolean().optional() }),
  z.object({ type: z.literal('done'), answer: z.string(), parked: z.boolean().optional() }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/** The events of an answer. Kinds this version doesn't know are passed over. */
export async function* readChatEvents(response: Response): AsyncGenerator<ChatEvent> {
  if (response.body === null) return;
  for await (const { event, data } of readEvents(response.body)) {
    const read = ChatEvent.safeParse({ ...JSON.parse(data), type: event });
    if (read.success) yield read.data;
  }
}

/**
 * A header holds bytes, each as a character: this way a password with letters beyond Latin-1 arrives as the
 * bytes of its UTF-8, as curl sends it.
 */
export const headerText = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Collects text that arrives in parts, and shows it only so often: formatting it takes time. */
export function textBuffer(show: (text: string) => void) {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    /** @param replaces whether it stands instead of all that came before */
    add(part: string, replaces = false): void {
      text = replaces ? part : text + part;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          show(text);
        },
        // The longer the text, the longer it takes.
        Math.min(50 + text.length / 100, 500),
      );
    },
    /** Shows what is left. */
    end(): void {
      if (timer !== undefined) show(text);
      stop();
    },
  };
}
