import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { CompiledBlock } from '../../core/engine/compile-block';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import { behind } from '../../core/graph-walk/reach';

/** Ids of the blocks whose text is shown while it is written. */
export type StreamedBlocks = ReadonlySet<string>;

/**
 * Returns the blocks whose text can become the answer. A text that only other blocks read (a plan, a
 * classification) is not for the chat's user. So blocks followed by another such block are left out, and
 * where a Response answers, only the blocks it references are included.
 */
export function streamedBlocks({ blocks }: CompiledWorkflow, entryId: string): StreamedBlocks {
  const entry = blocks.find(({ id }) => id === entryId);
  if (entry === undefined) return new Set();
  const reached = [...behind(blocks, entry)];
  const answers = reached.some(({ sets }) => sets === 'response');
  const candidates = reached.filter(writesText).filter((block) => {
    const later = [...behind(blocks, block)];
    if (answers) return later.some((answer) => answer.sets === 'response' && answersWith(answer, block));
    return !later.some(writesText);
  });
  return new Set(candidates.map(({ id }) => id));
}

const writesText = ({ type, enabled }: CompiledBlock): boolean =>
  enabled && blockDefinitions.get(type)?.writesText !== undefined;

/** True if the Response's config references the block's text. */
const answersWith = ({ config }: CompiledBlock, { slug, type }: CompiledBlock): boolean =>
  config.templates.some(({ template }) =>
    template.parts.some((part) => {
      if (typeof part === 'string' || part.kind !== 'reference') return false;
      const { reference } = part;
      return reference.slug === slug && reference.path[0] === blockDefinitions.get(type)?.writesText;
    }),
  );
