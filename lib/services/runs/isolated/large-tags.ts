const [LINE_END, ARRAY] = ['\n', '['].map((character) => character.charCodeAt(0));

/**
 * The tags of a large body before its inputs, which are objects, in what the process that checked it returns;
 * no line where it has none.
 */
export const tagsLine = (tags: readonly string[] = []): string =>
  tags.length === 0 ? '' : `${JSON.stringify(tags)}\n`;

export function takeTags(checked: Uint8Array<ArrayBuffer>): [string[] | undefined, Uint8Array<ArrayBuffer>] {
  if (checked[0] !== ARRAY) return [undefined, checked];
  const end = checked.indexOf(LINE_END!);
  return [JSON.parse(Buffer.from(checked.subarray(0, end)).toString()), checked.slice(end + 1)];
}
