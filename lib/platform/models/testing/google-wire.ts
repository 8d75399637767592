import { event, piecesOf } from './openai-wire';
import type { ScriptedAnswer } from './scripted-answer';

const FINISH: Readonly<Record<string, string>> = { length: 'MAX_TOKENS', filtered: 'SAFETY' };

/** Writes a response of `models/…:streamGenerateContent?alt=sse`. */
export function googleEvents({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): string[] {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const prompt = input + cacheRead + cacheWrite;
  const counted = {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    totalTokenCount: prompt + output,
    cachedContentTokenCount: cacheRead,
  };
  const chunk = (parts: object[], more: object = {}) =>
    event({
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
      modelVersion: 'served',
      usageMetadata: { promptTokenCount: prompt, totalTokenCount: prompt },
    });
  const calls = toolCalls.map(({ name, arguments: given }) =>
    chunk([{ functionCall: { name, args: typeof given === 'string' ? JSON.parse(given) : given } }]),
  );
  const overloaded = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
  const end = [
    event({
      candidates: [
        {
          content: { parts: [{ text: '' }], role: 'model' },
          finishReason: FINISH[fault ?? ''] ?? 'STOP',
          index: 0,
        },
      ],
      usageMetadata: counted,
      modelVersion: 'served',
    }),
  ];
  return [
    ...piecesOf(text).map((piece) => chunk([{ text: piece }])),
    ...calls,
    ...(fault === 'overloaded' ? [event(overloaded)] : end),
  ];
}

/** Writes a response of `models/…:generateContent`. */
export function googleWhole({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): object {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const prompt = input + cacheRead + cacheWrite;
  const calls = toolCalls.map(({ name, arguments: args }) => ({ functionCall: { name, args } }));
  const parts = [...(text === '' ? [] : [{ text }]), ...calls];
  return {
    candidates: [
      { content: { parts, role: 'model' }, index: 0, finishReason: FINISH[fault ?? ''] ?? 'STOP' },
    ],
    modelVersion: 'served',
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: output,
      totalTokenCount: prompt + output,
      cachedContentTokenCount: cacheRead,
    },
  };
}

export const googleError = (status: number, { code, message }: { code: string; message: string }) => ({
  error: { code: status, message, status: code },
});
