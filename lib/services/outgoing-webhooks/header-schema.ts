import { z } from 'zod';
import { OutboundFailure } from '../../platform/outbound-http/outbound-failure';
import { checkHeaders } from '../../platform/outbound-http/request-headers';

export const MAX_HEADERS = 10;
const MAX_NAME_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 2_048;

/** Names and their beginnings that a delivery uses itself, whatever its subscription's options are. */
const OURS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
const OUR_BEGINNINGS = ['service-', 'content-', 'ce-'];

export function isOurHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return OURS.has(lower) || OUR_BEGINNINGS.some((beginning) => lower.startsWith(beginning));
}

/** Returns why the header can't be sent, in words for its author; null if it can. */
function whyNotHeader(name: string, value: string): string | null {
  if (isOurHeader(name)) return `The header ${name} is set by the delivery itself. Choose another name.`;
  try {
    checkHeaders([[name, value]]);
    return null;
  } catch (error) {
    if (error instanceof OutboundFailure) return error.message;
    throw error;
  }
}

const OwnHeader = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Enter the name of the header.')
      .max(MAX_NAME_CHARACTERS, `A name has at most ${MAX_NAME_CHARACTERS} characters.`)
      .meta({ examples: ['X-Tenant'] }),
    value: z
      .string()
      .trim()
      .min(1, 'Enter the value of the header.')
      .max(MAX_VALUE_CHARACTERS, `A value has at most ${MAX_VALUE_CHARACTERS} characters.`)
      .meta({ examples: ['acme'] }),
  })
  .superRefine(({ name, value }, context) => {
    const message = whyNotHeader(name, value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
export type OwnHeader = z.infer<typeof OwnHeader>;

/** Headers of the author's, each name once. */
export const OwnHeaders = z
  .array(OwnHeader)
  .max(MAX_HEADERS, `At most ${MAX_HEADERS} headers.`)
  .superRefine((headers, context) => {
    const names = headers.map(({ name }) => name.toLowerCase());
    const twice = headers.find((_, index) => names.indexOf(names[index]!) !== index);
    if (twice !== undefined)
      context.addIssue({ code: 'custom', message: `The header ${twice.name} is there twice. Keep one.` });
  });
