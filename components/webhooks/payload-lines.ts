import { parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { PAYLOAD_PARTS, type PayloadPart } from './webhook-words';

export interface PayloadLine {
  text: string;
  /** The switch that adds the line; null if it is always there. */
  part: PayloadPart | null;
}

const PARTS: readonly PayloadPart[] = PAYLOAD_PARTS.map(({ part }) => part);
/** `writeJson` indents the members of `data` to this depth. */
const MEMBER = /^ {4}"(\w+)":/;

/** Formats a body that a transform made: JSON, or any other text. */
export function madeLines(body: string): PayloadLine[] {
  return laidOut(body)
    .split('\n')
    .map((text) => ({ text, part: null }));
}

function laidOut(body: string): string {
  try {
    return writeJson(parseExact(body), null, 2);
  } catch {
    return body; // a text that is no JSON
  }
}

/** Formats a payload for reading, each line with the switch that adds it. */
export function payloadLines(body: string): PayloadLine[] {
  let part: PayloadPart | null = null;
  let inData = false;
  return writeJson(parseExact(body), null, 2)
    .split('\n')
    .map((text) => {
      if (/^ {2}\S/.test(text)) {
        inData = text.startsWith('  "data":');
        part = null;
      }
      const member = inData ? MEMBER.exec(text)?.[1] : undefined;
      if (member !== undefined) part = PARTS.find((each) => each === member) ?? null;
      return { text, part };
    });
}
