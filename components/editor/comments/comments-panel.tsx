'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquare, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Comment } from '@/lib/services/comments/schema';
import { errorWords } from '../../page/error-words';
import { LoadFailure } from '../../page/load-failure';
import { useWorkspace } from '../../page/workspace-context';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Drawer } from '../../ui/drawer';
import { EmptyState } from '../../ui/empty-state';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SizeRule, useSavedSize } from '../../ui/saved-size';
import { Segmented } from '../../ui/segmented';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import type { CommentsView } from '../store/editor-store';
import { type CommentActs, commentActs, commentsQuery } from './comment-queries';
import { NewThread } from './new-thread';
import { ThreadCard } from './thread-card';
import { isOpen, subjectOf, subjectWords, threadsAbout } from './thread-list';

const WIDTH: SizeRule = {
  name: 'comments',
  least: 280,
  most: () => window.innerWidth * 0.4,
  first: () => 340,
};

export interface CommentsPanelProps {
  view: CommentsView;
  onView: (view: CommentsView | null) => void;
  onGoTo: (blockId: string) => void;
  /** Saves pending edits first, so that the server knows a new block. */
  flush: () => Promise<boolean>;
}

/** All threads of the workflow, or those of one block; at the right, a full screen on narrow ones. */
export function CommentsPanel({ view, onView, onGoTo, flush }: CommentsPanelProps) {
  const width = useSavedSize(WIDTH);
  const { canWrite } = useWorkspace();
  return (
    <Drawer
      title="Comments"
      takesFocus
      onClose={() => onView(null)}
      className="order-3 w-full shrink-0 md:w-(--comments-width) md:max-w-[40vw]"
      style={{ '--comments-width': `${width.px}px` } as object}
      edge={<ResizeEdge size={width} label="Width of the comments" side="left" className="max-md:hidden" />}
    >
      <div className="flex min-h-full flex-col gap-3 bg-canvas p-3">
        {view.blockId === null ? null : (
          <Scope blockId={view.blockId} onAll={() => onView({ blockId: null })} />
        )}
        {canWrite ? (
          <NewThread
            key={view.blockId}
            blockId={view.blockId}
            focusOn={view.writes === true ? view : null}
            flush={flush}
          />
        ) : null}
        <ThreadList blockId={view.blockId} namedId={view.threadId} onGoTo={onGoTo} />
      </div>
    </Drawer>
  );
}

/** Names the block whose comments are shown, with a button back to all. */
function Scope({ blockId, onAll }: { blockId: string; onAll: () => void }) {
  const document = useEditor((state) => state.document);
  const threads = useEditor((state) => state.threads);
  const blockName = threads?.find((thread) => thread.blockId === blockId)?.blockName ?? null;
  return (
    <p className="flex items-center gap-1 text-muted text-xs">
      <span className="min-w-0 truncate">
        On <span className="text-ink">{subjectWords(subjectOf({ blockId, blockName }, document))}</span>
      </span>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onAll}>
        <X aria-hidden />
        Show all comments
      </Button>
    </p>
  );
}

type Shown = 'open' | 'resolved';

interface ThreadListProps {
  blockId: string | null;
  /** The thread that a link leads to. */
  namedId: string | undefined;
  onGoTo: (blockId: string) => void;
}

function ThreadList({ blockId, namedId, onGoTo }: ThreadListProps) {
  const queryClient = useQueryClient();
  const workflowId = useEditor((state) => state.workflowId);
  const { canWrite } = useWorkspace();
  const { data, error, isPending, refetch } = useQuery(commentsQuery(workflowId));
  const acts = useMemo(() => commentActs(queryClient, workflowId), [queryClient, workflowId]);
  const [chosen, setShown] = useState<Shown | null>(null);
  const [toDelete, setToDelete] = useState<Comment | null>(null);
  const list = useRef<HTMLElement>(null);
  if (isPending) return <SkeletonRows rows={3} className="h-24" />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const threads = threadsAbout(data.data, blockId);
  const open = threads.filter(isOpen);
  const isNamedResolved = threads.some((thread) => thread.id === namedId && !isOpen(thread));
  const shown = chosen ?? (isNamedResolved ? 'resolved' : 'open');
  const listed = shown === 'open' ? open : threads.filter((thread) => !isOpen(thread));
  // The thread that had the focus has left the list.
  const focusList = () => list.current?.focus({ preventScroll: true });
  return (
    <>
      <Segmented
        aria-label="Which comments"
        value={shown}
        onValueChange={setShown}
        className="self-start"
        options={[
          { value: 'open', label: `Open ${open.length}` },
          { value: 'resolved', label: `Resolved ${threads.length - open.length}` },
        ]}
      />
      <section
        ref={list}
        tabIndex={-1}
        aria-label="Comment threads"
        className="flex flex-col gap-3 outline-none"
      >
        {listed.map((thread) => (
          <ThreadCard
            key={thread.id}
            thread={thread}
            acts={acts}
            isNamed={thread.id === namedId}
            onGoTo={onGoTo}
            onDelete={setToDelete}
            onResolved={focusList}
          />
        ))}
        {listed.length > 0 ? null : (
          <NoThreads shown={shown} canWrite={canWrite} isOfBlock={blockId !== null} />
        )}
      </section>
      {toDelete === null ? null : (
        <DeleteDialog
          comment={toDelete}
          acts={acts}
          onClose={() => {
            setToDelete(null);
            focusList();
          }}
        />
      )}
    </>
  );
}

function NoThreads({ shown, canWrite, isOfBlock }: { shown: Shown; canWrite: boolean; isOfBlock: boolean }) {
  if (shown === 'resolved')
    return (
      <EmptyState icon={MessageSquare} title="Nothing resolved">
        Resolved comments are listed here and can be reopened.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessageSquare} title="No open comments">
      {!canWrite
        ? 'Writers and admins of this workspace can comment. You will see it here.'
        : isOfBlock
          ? 'Write the first comment on this block above.'
          : 'Write about the workflow above, or select a block and press C.'}
    </EmptyState>
  );
}

interface DeleteDialogProps {
  comment: Comment;
  acts: CommentActs;
  onClose: () => void;
}

function DeleteDialog({ comment, acts, onClose }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await acts.remove(comment.id);
      onClose();
    } catch (error) {
      setBusy(false);
      toast.error(`Couldn’t delete the comment: ${errorWords(error)}`);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isStill) => (isStill ? undefined : onClose())}
      title="Delete this comment?"
      confirmLabel="Delete comment"
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
    >
      It is deleted for everybody and can’t be brought back. Replies stay.
    </ConfirmDialog>
  );
}
