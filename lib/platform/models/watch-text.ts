import type { OutboundOptions } from '../outbound-http/contract';
import { callOptions } from './call-options';
import type { ModelCallOptions, ModelRequest } from './contract';
import { answerMender } from './mend-answer';
import { providerModel } from './provider-model';
import type { ServerDialect } from './server-dialect';
import { ThinkingSplitter } from './thinking';

/** Longer than the gaps between pieces that are shown. */
const PAUSE_MS = 100;

/**
 * Reads the text of an answer while it arrives. The result comes from the complete answer, which is read
 * separately: errors here must not fail it, and nothing is read twice when nobody watches.
 */
export function watchText(
  request: ModelRequest,
  dialect: ServerDialect,
  { onAnswer }: ModelCallOptions,
): Pick<OutboundOptions, 'onResponse'> {
  if (onAnswer === undefined) return {};
  return {
    onResponse: ({ status }) => {
      if (status !== 200) return null;
      const mender = answerMender(request.provider);
      let take: (chunk: Uint8Array) => void = () => undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          // A copy, because a chunk is the connection's own memory.
          take = (chunk) => controller.enqueue(new Uint8Array(mender?.add(chunk) ?? chunk));
        },
        cancel: () => {
          take = () => undefined;
        },
      });
      readText(request, dialect, body, onAnswer()).catch(() => {
        // The error is reported by the reader of the complete answer.
        take = () => undefined;
      });
      return (chunk) => {
        take(chunk);
        return false;
      };
    },
  };
}

async function readText(
  request: ModelRequest,
  dialect: ServerDialect,
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<void> {
  const headers = { 'content-type': 'text/event-stream' };
  const model = await providerModel(request, dialect, async () => new Response(body, { headers }));
  const { stream } = await model.doStream(callOptions(request, dialect));
  const splitter = new ThinkingSplitter();
  // Text that was held back as too early is shown although the model pauses.
  let pause: NodeJS.Timeout | undefined;
  try {
    for await (const part of stream) {
      if (part.type !== 'text-delta') continue;
      onText(splitter.add(part.delta));
      clearTimeout(pause);
      pause = setTimeout(() => onText(''), PAUSE_MS);
    }
  } finally {
    clearTimeout(pause);
  }
}
