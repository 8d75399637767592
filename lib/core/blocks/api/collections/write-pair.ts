/** Writes one pair of a query as a tool does. */
export type WritePair = (key: string, value: string) => string;

// Characters that Postman encodes, and those that would end a pair; existing percent codes are kept.
const NOT_IN_QUERY = /[\s"#<>'&\p{Cc}]|\P{ASCII}/gu;
const ENCODED = /(%[0-9A-Fa-f]{2})/;

const percent = (text: string): string =>
  encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text))).replaceAll("'", '%27');
const encodeFew = (text: string): string => text.replace(NOT_IN_QUERY, percent);

export const postmanPair: WritePair = (key, value) =>
  `${encodeFew(key).replaceAll('=', '%3D')}=${encodeFew(value)}`;

/** Encodes all characters that aren't plain, except existing percent codes. */
const encodeMost = (text: string): string =>
  text
    .split(ENCODED)
    .map((piece, index) => (index % 2 === 1 ? piece : percent(piece).replaceAll('%27', "'")))
    .join('');

/** Keeps commas, and writes no equals sign for an empty value. */
export const insomniaPair: WritePair = (key, value) =>
  value === '' ? encodeMost(key) : `${encodeMost(key)}=${encodeMost(value).replaceAll('%2C', ',')}`;

/** Keeps existing percent codes; all other characters that aren't plain are encoded. */
export const encodedPair: WritePair = (key, value) => `${encodeMost(key)}=${encodeMost(value)}`;
