'use client';

import { cn } from '../../ui/class-names';
import { LatePart, lateModule } from '../../ui/late-part';
import { CommentBadge } from '../comments/comment-badge';
import { blockHeightPx, NOTE_WIDTH_PX } from '../document/block-size';
import { isFormatted } from '../document/note-text';

interface NoteCardProps {
  blockId: string;
  text: string;
  colour: string;
  selected: boolean;
  dragging: boolean;
}

/** Loaded on demand: most notes are plain text, and most workflows have none. */
const markdown = lateModule(() => import('./note-markdown'));

/** A note on the canvas: its text, without handles. */
export function NoteCard({ blockId, text, colour, selected, dragging }: NoteCardProps) {
  return (
    <div
      data-colour={colour}
      style={{ width: NOTE_WIDTH_PX, minHeight: blockHeightPx(0) }}
      className={cn(
        'flow-note relative rounded-lg border p-3 text-ink',
        'text-xs leading-5 shadow-lift transition-shadow duration-150',
        selected && 'border-accent-solid ring-2 ring-accent-solid/25',
        dragging && 'shadow-float',
      )}
    >
      {isFormatted(text) ? (
        <div className="wrap-anywhere flex max-h-60 flex-col gap-1 overflow-hidden">
          <LatePart from={markdown} quiet fallback={<PlainText text={text} />}>
            {({ NoteMarkdown }) => <NoteMarkdown text={text} />}
          </LatePart>
        </div>
      ) : (
        <PlainText text={text} />
      )}
      <CommentBadge
        blockId={blockId}
        className="-top-2.5 absolute right-2 border border-line bg-surface hover:bg-surface"
      />
    </div>
  );
}

const PlainText = ({ text }: { text: string }) => (
  <p className="line-clamp-12 whitespace-pre-wrap break-words">
    {text || <span className="text-muted">An empty note</span>}
  </p>
);
