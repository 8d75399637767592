/** Adds a full stop to words, unless they end a sentence already. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
