import { z } from 'zod';
import { writeJson } from '../../platform/text/json-text';
import { PartRows, Rows } from './rows';
import type { SentFile } from './sent-file';
import type { WrittenPair } from './written-pair';

/** JSON given as a value instead of text is converted to text. */
const JsonText = z.preprocess(
  (value) => (value === undefined || typeof value === 'string' ? value : writeJson(value, null, 2)),
  z.string().default(''),
);

/** The default type of raw text. A file that is sent instead has a type of its own. */
export const RAW_CONTENT_TYPE = 'text/plain; charset=utf-8';

/** The body of a request, as authored. */
export const Body = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('json'), value: JsonText }),
  z.object({ kind: z.literal('form'), rows: Rows }),
  z.object({ kind: z.literal('multipart'), rows: PartRows }),
  z.object({
    kind: z.literal('raw'),
    value: z.string().default(''),
    /** Sent as Content-Type unless a header row says otherwise. */
    contentType: z.string().default(RAW_CONTENT_TYPE),
  }),
  z.object({ kind: z.literal('graphql'), query: z.string().default(''), variables: JsonText }),
]);
export type Body = z.infer<typeof Body>;

/** Bytes of an earlier block, as a part of a multipart body. */
export type FilePart = { contentType: string | null; filename: string } & (
  | { base64: string }
  | { fileId: string; size: number }
);

/** Text as a part of its own, with a type or as a file. */
export interface TextPart {
  text: string;
  contentType: string | null;
  filename: string | null;
}

/** A body with its references resolved: JSON is text, rows are pairs. A blank JSON body is `none`. */
export type ResolvedBody =
  | { kind: 'none' }
  | { kind: 'json'; value: string }
  | { kind: 'form'; rows: WrittenPair[] }
  | { kind: 'multipart'; rows: Array<[key: string, value: string | TextPart | FilePart]> }
  | { kind: 'raw'; value: string | SentFile; contentType: string }
  | { kind: 'graphql'; query: string; variables: string };
