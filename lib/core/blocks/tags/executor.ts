import type { BlockExecutor } from '../block';
import { RunTags, splitTags } from '../run-tags';
import type { ResolvedTagsConfig } from './definition';

/** Outputs `{tags}`, which are tags of the run from then on. */
export const executeTags: BlockExecutor<ResolvedTagsConfig> = async ({ tags }) => {
  const read = RunTags.safeParse(splitTags(tags));
  if (read.success) return { ok: true, output: { tags: read.data } };
  const [issue] = read.error.issues;
  return {
    ok: false,
    error: { code: 'VALUE_INVALID', message: issue?.message ?? read.error.message, field: 'tags' },
    output: { tags: null },
    continuable: false,
  };
};
