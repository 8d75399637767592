import type { EditedRow } from './row-list';

/** A body as authored. Parts of other kinds may be left over from a change of kind; the schema drops them. */
export interface EditedBody {
  kind: 'none' | 'json' | 'form' | 'multipart' | 'raw' | 'graphql';
  value?: unknown;
  contentType?: string | undefined;
  query?: string;
  variables?: unknown;
  rows?: EditedRow[];
}
