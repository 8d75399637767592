/** Returns the number of the line that holds the character at this index. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
