import { cn } from '../../ui/class-names';
import { BlockIcon } from '../document/block-icon';
import type { AnyDefinition } from '../document/definition-of';

/** Classes of an item that contains a `DefinitionRow`. */
export const ITEM_CLASSES = cn(
  'flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2',
  'data-[disabled=true]:opacity-50 data-[selected=true]:bg-hover',
);

/** A kind of block to choose: its icon, name, and description or the reason it is unavailable. */
export function DefinitionRow({ definition, words }: { definition: AnyDefinition; words: string }) {
  return (
    <>
      <span
        className={cn(
          'flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent',
        )}
      >
        <BlockIcon icon={definition.icon} className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">{definition.title}</span>
        <span className="block truncate text-muted text-xs">{words}</span>
      </span>
    </>
  );
}
