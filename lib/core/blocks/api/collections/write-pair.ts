/** How a tool writes a pair of a query. */
export type WritePair = (key: string, value: string) => string;

// What Postman encodes, and what would end a pair; what is encoded already stays so.
const NOT_IN_QUERY = /[\s"#<>'&\p{Cc}]|\P{ASCII}/gu;
const ENCODED = /(%[0-9A-Fa-f]{2})/;

const percent = (text: string): string =>
  encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text))).replaceAll("'", '%27');
const encodeFew = (text: string): string => text.replace(NOT_IN_QUERY, percent);

export const postmanPair: WritePair = (key, value) =>
  `${encodeFew(key).replaceAll('=', '%3D')}=${encodeFew(value)}`;

/** All that isn't plain, but for what is encoded already. */
const encodeMost = (text: string): string =>
  text
    .split(ENCODED)
    .map((piece, index) => (index % 2 === 1 ? piece : percent(piece).replaceAll('%27', "'")))
    .join('');

/** Commas stay as they are, and a pair without a value has no equals sign. */
export const insomniaPair: WritePair = (key, value) =>
  value === '' ? encodeMost(key) : `${encodeMost(key)}=${encodeMost(value).replaceAll('%2C', ',')}`;

/** As they are, but for what no address may hold. */
export const encodedPair: WritePair = (key, value) => `${encodeMost(key)}=${encodeMost(value)}`;
