import { z } from 'zod';
import { carriesBody } from '../../../../platform/outbound-http/methods';
import type { Field, ShownWhen } from '../../field';
import { wholeNumber } from '../../whole-number';

/** The ways in which a server names its next page. */
const PAGE_KINDS = ['linkHeader', 'nextUrl', 'cursor', 'page', 'offset'] as const;
type PageKind = (typeof PAGE_KINDS)[number];

const MAX_PAGES = 1_000;
const MAX_ITEMS = 100_000;
const MAX_MEGABYTES = 25;

/** The policies for a next link to another scheme or port of the block's own host; see `onSameHost`. */
const SAME_HOST = ['auto', 'here', 'there', 'refuse'] as const;
export type SameHost = (typeof SAME_HOST)[number];

/** Members that the chosen kind does not use are ignored. */
export const PageSettings = z.object({
  kind: z.enum(PAGE_KINDS),
  /** Path of a page's items in its body; empty if the body itself is the list. */
  items: z.string().default(''),
  /** Path of the next page's URL in the body. */
  nextUrl: z.string().default(''),
  /** Path of the next page's cursor in the body. */
  nextCursor: z.string().default(''),
  /** Path of the member that says whether there are more pages; empty if there is none. */
  more: z.string().default(''),
  /** Path of the number of pages in the body or the headers; empty if there is none. */
  pages: z.string().default(''),
  /** Name of the parameter for the cursor, page number or offset; empty: `cursor`, `page` or `offset`. */
  param: z.string().default(''),
  in: z.enum(['query', 'body']).default('query'),
  /** First page number or offset; by default that of the request, else 1 or 0. */
  first: z.int('Enter a whole number.').min(0, 'At least 0.').optional(),
  maxPages: wholeNumber({ max: MAX_PAGES, preset: 100 }),
  maxItems: wholeNumber({ max: MAX_ITEMS, preset: 10_000 }),
  /** Limit for all pages together, decoded. */
  maxMegabytes: wholeNumber({ max: MAX_MEGABYTES, preset: 10 }),
  /** The effect of a page without items that names a next one: the list ends or continues. */
  onEmpty: z.enum(['auto', 'end', 'continue']).default('auto'),
  sameHost: z.enum(SAME_HOST).default('auto'),
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
      help: 'The last page has none there, or null. headers.x-next is a response header.',
      shownWhen: isKind('nextUrl'),
    },
    {
      name: 'nextCursor',
      label: 'Path of the next cursor',
      kind: 'text',
      references: 'none',
      placeholder: 'next_cursor',
      help: 'The last item’s id is data[-1].id, a response header headers.x-next-page.',
      shownWhen: isKind('cursor'),
    },
    {
      name: 'param',
      label: 'Send it as',
      kind: 'text',
      references: 'none',
      placeholder: 'cursor, page or offset',
      help: 'Name of the query parameter or body field; in a JSON body also a path: paging.offset',
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
      help: 'Optional. False, 0, null or nothing there ends the list; with “!” before it, true: !isLast',
      shownWhen: isKind('nextUrl', 'cursor', 'page', 'offset'),
    },
    {
      name: 'pages',
      label: 'Path of the number of pages',
      kind: 'text',
      references: 'none',
      placeholder: 'headers.x-total-pages',
      help: 'Optional, for servers that refuse a page behind the last one.',
      shownWhen: isKind('page'),
    },
    {
      name: 'onEmpty',
      label: 'A page without items',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'auto', label: 'Ends the list unless it names a new page' },
        { value: 'end', label: 'Ends the list' },
        { value: 'continue', label: 'Never ends the list' },
      ],
      shownWhen: isKind('linkHeader', 'nextUrl', 'cursor'),
    },
    {
      name: 'sameHost',
      label: 'A link to another port of the same host',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'auto', label: 'Refuse it; with another scheme, request it at this URL’s origin' },
        { value: 'here', label: 'Request it at this URL’s origin' },
        { value: 'there', label: 'Follow it, with credentials' },
        { value: 'refuse', label: 'Refuse it, with another scheme too' },
      ],
      help: 'Servers behind a proxy may name a scheme or port that can’t be reached.',
      shownWhen: isKind('linkHeader', 'nextUrl'),
    },
    { ...LIMIT, name: 'maxPages', label: 'Maximum pages', unit: 'pages', max: MAX_PAGES },
    { ...LIMIT, name: 'maxItems', label: 'Maximum items', unit: 'items', max: MAX_ITEMS },
    {
      ...LIMIT,
      name: 'maxMegabytes',
      label: 'Maximum size of all pages',
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

const TAKES_FIELDS: ReadonlySet<string> = new Set(['json', 'graphql', 'form', 'none']);

interface BadPagination {
  member: keyof PageSettings;
  message: string;
}

type PagedRequest = { method: string; body: { kind: string } };

/** Returns only the message of `findBadPagination`. */
export const explainBadPagination = (pagination: Pagination, request: PagedRequest): string | null =>
  findBadPagination(pagination, request)?.message ?? null;

/** Returns why these settings can't work, as far as known before a run; null if nothing is wrong. */
export function findBadPagination(
  pagination: Pagination,
  { method, body }: PagedRequest,
): BadPagination | null {
  if (pagination.kind === 'none') return null;
  const { kind, nextUrl, nextCursor, in: place } = pagination;
  if (kind === 'nextUrl' && nextUrl.trim() === '')
    return { member: 'nextUrl', message: 'Enter the path of the next URL.' };
  if (kind === 'cursor' && nextCursor.trim() === '')
    return { member: 'nextCursor', message: 'Enter the path of the next cursor.' };
  if (!isCounted(kind) || place === 'query') return null;
  if (!carriesBody(method))
    return { member: 'in', message: `${method} sends no body: send the ${kind} in the query.` };
  if (TAKES_FIELDS.has(body.kind)) return null;
  const message = `A ${body.kind} body has no place for the ${kind}: send it in the query.`;
  return { member: 'in', message };
}
