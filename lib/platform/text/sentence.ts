/** Words with a full stop at their end, unless they end a sentence already. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
