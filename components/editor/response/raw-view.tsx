'use client';

import { LongText } from '../../ui/long-text';
import { type ResponseBody, rawText } from './read-response';

/** A body as it was received; as text made of it where that is not known. */
export function RawView({ body, received }: { body: ResponseBody; received?: string | null }) {
  const text = received ?? rawText(body);
  if (text === '') return <p className="text-faint text-sm">The body is empty.</p>;
  return <LongText text={text} copyLabel="Copy raw" maxHeight="28rem" />;
}
