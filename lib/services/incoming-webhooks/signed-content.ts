import { createHash } from 'node:crypto';
import { partsOfTemplate, type SigningScheme } from '../../core/blocks/webhook-trigger/signing-scheme';
import { formKindOf } from '../../platform/http/forms/read-form';
import type { SignedRequest } from './signed-request';

/** The signed content, or the reason why it can't be determined, in words for the author. */
export type SignedContent = { parts: Array<string | Uint8Array> } | { reason: string };

/** The value of a placeholder: text, bytes, or the reason why there is none. */
type Piece = string | Uint8Array | { reason: string };

interface Signed {
  url: string;
  /** The time as the request gives it. */
  sentAt: string | null;
  readFields(): string | { reason: string };
}

/** Returns the content that the sender signed if the template and this URL are right. */
export function signedContent(
  { template }: SigningScheme,
  request: SignedRequest,
  signed: Signed,
): SignedContent {
  const parts: Array<string | Uint8Array> = [];
  for (const [at, part] of partsOfTemplate(template).entries()) {
    const piece = at % 2 === 0 ? part : pieceOf(part, request, signed);
    if (typeof piece === 'object' && !(piece instanceof Uint8Array)) return piece;
    parts.push(piece);
  }
  return { parts };
}

function pieceOf(name: string, request: SignedRequest, signed: Signed): Piece {
  const { url, sentAt } = signed;
  switch (name) {
    case 'body':
      return request.body;
    case 'timestamp':
      return sentAt ?? '';
    case 'method':
      return request.method;
    case 'url':
      return url;
    case 'path':
      return new URL(url).pathname + new URL(url).search;
    case 'decodedUrl':
      return url.replace(DECODED, decodeURIComponent);
    case 'form':
      return formPiece(request, signed);
    case 'signedHeaders':
      return headersPiece(request);
    default:
      return headerPiece(name, request);
  }
}

/** HubSpot decodes these, and no others. */
const DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

function headerPiece(name: string, { header }: SignedRequest): Piece {
  const of = name.slice('header:'.length);
  return header(of.toLowerCase()) ?? { reason: `The header ${of} is missing.` };
}

/**
 * Twilio signs the fields of a form in the order of their names. Another body is not signed itself: its
 * digest is in the URL, which is.
 */
function formPiece({ header, body }: SignedRequest, { url, readFields }: Signed): Piece {
  if (formKindOf(header('content-type')) === 'urlencoded') return readFields();
  if (body.length === 0) return '';
  const digest = createHash('sha256').update(body).digest('hex');
  const given = new URL(url).searchParams.get('bodySHA256');
  if (given?.toLowerCase() === digest) return '';
  return { reason: 'The body is neither a form nor the one whose digest (bodySHA256) is in the URL.' };
}

const SIGNED_HEADERS = 'x-contentful-signed-headers';
const MAX_SIGNED_HEADERS = 100;

/** Contentful names the headers it signs. The list and the time have to be among them. */
function headersPiece({ header }: SignedRequest): Piece {
  const names = (header(SIGNED_HEADERS) ?? '').split(',').map((name) => name.trim().toLowerCase());
  const isWhole = [SIGNED_HEADERS, 'x-contentful-timestamp'].every((name) => names.includes(name));
  if (!isWhole || names.length > MAX_SIGNED_HEADERS)
    return { reason: 'X-Contentful-Signed-Headers must name itself and X-Contentful-Timestamp.' };
  return names.map((name) => `${name}:${(header(name) ?? '').trim()}`).join(';');
}
