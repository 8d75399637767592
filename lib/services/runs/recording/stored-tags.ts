/** Between tags where rows are sent as arrays, since an array of arrays can't be unnested a row each. */
const TAG_END = '\n';

export const storedTags = ({ tags = [] }: { tags?: readonly string[] }): string | null =>
  tags.length === 0 ? null : tags.join(TAG_END);

/** Returns SQL for the tags as an array; null for no tags. */
export const tagsInSql = (column: string): string => `string_to_array(${column}, E'\\n')`;
