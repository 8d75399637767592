import { z } from 'zod';
import type { Field, ShownWhen } from '../../field';
import { wholeNumber } from '../../whole-number';

/** How a server says where its next page is. */
const PAGE_KINDS = ['linkHeader', 'nextUrl', 'cursor', 'page', 'offset'] as const;
type PageKind = (typeof PAGE_KINDS)[number];

const MAX_PAGES = 1_000;
const MAX_ITEMS = 100_000;
const MAX_MEGABYTES = 25;

/** Members that the chosen kind has no use for mean nothing. */
export const PageSettings = z.object({
  kind: z.enum(PAGE_KINDS),
  /** Where a page's items are in its body; empty when the body itself is the list. */
  items: z.string().default(''),
  /** Where the next page's URL is in the body. */
  nextUrl: z.string().default(''),
  /** Where the next page's cursor is in the body. */
  nextCursor: z.string().default(''),
  /** Where the body says whether there are more pages; empty when it doesn't. */
  more: z.string().default(''),
  /** What the cursor, page number or offset is sent as; empty for `cursor`, `page` or `offset`. */
  param: z.string().default(''),
  in: z.enum(['query', 'body']).default('query'),
  /** First page number or offset; without it that of the request, else 1 or 0. */
  first: z.int('Enter a whole number.').min(0, 'At least 0.').optional(),
  maxPages: wholeNumber({ max: MAX_PAGES, preset: 100 }),
  maxItems: wholeNumber({ max: MAX_ITEMS, preset: 10_000 }),
  /** Of all pages together, decoded. */
  maxMegabytes: wholeNumber({ max: MAX_MEGABYTES, preset: 10 }),
  /** `fail`: a list that is cut off is an error; `keep`: it is the result. */
  onLimit: z.enum(['fail', 'keep']).default('fail'),
});
export type PageSettings = z.infer<typeof PageSettings>;

/** `none`: one request, one response. */
export const Pagination = z.discriminatedUnion('kind', [z.object({ kind: z.literal('none') }), PageSettings]);
export type Pagination = z.infer<typeof Pagination>;

/** Kinds that put a value of their own into each request. */
export type CountedKind = 'cursor' | 'page' | 'offset';
export const isCounted = (kind: unknown): kind is CountedKind =>
  kind === 'cursor' || kind === 'page' || kind === 'offset';

export const paramOf = ({ kind, param }: Pick<PageSettings, 'kind' | 'param'>): string =>
  param.trim() === '' ? kind : param.trim();

const isKind =
  (...kinds: PageKind[]): ShownWhen =>
  ({ kind }) =>
    kinds.includes(kind as PageKind);

const SOME: ShownWhen = ({ kind }) => (kind ?? 'none') !== 'none';
const LIMIT = { kind: 'number', references: 'none', min: 1, shownWhen: SOME } as const;

export const PAGINATION_FIELD: Field = {
  name: 'pagination',
  label: 'Pagination',
  kind: 'group',
  references: 'none',
  tab: 'Settings',
  help: 'Requests page after page; <api.data> is the list of all their items.',
  memberDefaults: ({ kind }) => Pagination.safeParse({ kind }).data ?? {},
  members: [
    {
      name: 'kind',
      label: 'The next page is',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'none', label: 'Not requested' },
        { value: 'linkHeader', label: 'In the Link header (GitHub)' },
        { value: 'nextUrl', label: 'A URL in the response body (OData)' },
        { value: 'cursor', label: 'A cursor in the response body (Stripe, Notion)' },
        { value: 'page', label: 'The next page number' },
        { value: 'offset', label: 'An offset: how many items to skip' },
      ],
    },
    {
      name: 'items',
      label: 'Path of the items',
      kind: 'text',
      references: 'none',
      placeholder: 'data.items',
      help: 'Empty when the response body itself is the list.',
      shownWhen: SOME,
    },
    {
      name: 'nextUrl',
      label: 'Path of the next URL',
      kind: 'text',
      references: 'none',
      placeholder: '@odata.nextLink',
      help: 'The last page has none there, or null.',
      shownWhen: isKind('nextUrl'),
    },
    {
      name: 'nextCursor',
      label: 'Path of the next cursor',
      kind: 'text',
      references: 'none',
      placeholder: 'next_cursor',
      help: 'For a cursor that is the last item’s id: data[-1].id',
      shownWhen: isKind('cursor'),
    },
    {
      name: 'param',
      label: 'Send it as',
      kind: 'text',
      references: 'none',
      placeholder: 'cursor, page or offset',
      help: 'Name of the query parameter or body field, for example starting_after.',
      shownWhen: isKind('cursor', 'page', 'offset'),
    },
    {
      name: 'in',
      label: 'Send it in',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'query', label: 'The query' },
        { value: 'body', label: 'The request body' },
      ],
      shownWhen: isKind('cursor', 'page', 'offset'),
    },
    {
      name: 'first',
      label: 'Start at',
      kind: 'number',
      references: 'none',
      min: 0,
      help: 'Empty: the number in the request, otherwise page 1 or offset 0.',
      shownWhen: isKind('page', 'offset'),
    },
    {
      name: 'more',
      label: 'Path of “has more”',
      kind: 'text',
      references: 'none',
      placeholder: 'has_more',
      help: 'Optional. False, null or a missing value there ends the list.',
      shownWhen: isKind('nextUrl', 'cursor', 'page', 'offset'),
    },
    { ...LIMIT, name: 'maxPages', label: 'Pages at most', unit: 'pages', max: MAX_PAGES },
    { ...LIMIT, name: 'maxItems', label: 'Items at most', unit: 'items', max: MAX_ITEMS },
    {
      ...LIMIT,
      name: 'maxMegabytes',
      label: 'Size of all pages at most',
      unit: 'MB',
      max: MAX_MEGABYTES,
      help: 'Larger lists fail, whatever is chosen below.',
    },
    {
      name: 'onLimit',
      label: 'When there are more pages or items',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'fail', label: 'Fail: the list is not complete' },
        { value: 'keep', label: 'Continue with those received' },
      ],
      shownWhen: SOME,
    },
  ],
};

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const TAKES_FIELDS: ReadonlySet<string> = new Set(['json', 'graphql', 'form', 'none']);

/** Why these settings can't work, as far as it is known before a run; null when nothing is wrong. */
export function explainBadPagination(
  pagination: Pagination,
  { method, body }: { method: string; body: { kind: string } },
): string | null {
  if (pagination.kind === 'none') return null;
  const { kind, nextUrl, nextCursor, in: place } = pagination;
  if (kind === 'nextUrl' && nextUrl.trim() === '') return 'Enter the path of the next URL.';
  if (kind === 'cursor' && nextCursor.trim() === '') return 'Enter the path of the next cursor.';
  if (!isCounted(kind) || place === 'query') return null;
  if (!BODY_METHODS.has(method)) return `${method} sends no body: send the ${kind} in the query.`;
  if (!TAKES_FIELDS.has(body.kind))
    return `A ${body.kind} body has no place for the ${kind}: send it in the query.`;
  return null;
}
