import { z } from 'zod';
import { readEvents } from '../page/event-stream';

const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversationId: z.string() }),
  z.object({ type: z.literal('text'), text: z.string(), replace: z.boolean().optional() }),
  z.object({ type: z.literal('done'), answer: z.string(), parked: z.boolean().optional() }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/** Yields the events of an answer. Kinds that this version does not know are skipped. */
export async function* readChatEvents(response: Response): AsyncGenerator<ChatEvent> {
  if (response.body === null) return;
  for await (const { event, data } of readEvents(response.body)) {
    const read = ChatEvent.safeParse({ ...JSON.parse(data), type: event });
    if (read.success) yield read.data;
  }
}

/**
 * Encodes text for a header, which holds one byte per character: a password with letters beyond Latin-1
 * arrives as its UTF-8 bytes, which is what curl sends.
 */
export const headerText = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Collects text that arrives in parts and shows it at intervals, because formatting takes time. */
export function textBuffer(show: (text: string) => void) {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    /** @param replaces if true, the part replaces all earlier text */
    add(part: string, replaces = false): void {
      text = replaces ? part : text + part;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          show(text);
        },
        // Longer text takes longer to format.
        Math.min(50 + text.length / 100, 500),
      );
    },
    /** Shows the remaining text. */
    end(): void {
      if (timer !== undefined) show(text);
      stop();
    },
  };
}
