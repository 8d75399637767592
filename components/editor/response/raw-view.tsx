'use client';

import { LongText } from '../../ui/long-text';
import { type ResponseBody, rawText } from './read-response';

/** Shows a body as it was received; if that isn't known, as text built from it. */
export function RawView({ body, received }: { body: ResponseBody; received?: string | null }) {
  const text = received ?? rawText(body);
  if (text === '') return <p className="text-faint text-sm">The body is empty.</p>;
  return <LongText text={text} copyLabel="Copy raw" maxHeight="28rem" />;
}
