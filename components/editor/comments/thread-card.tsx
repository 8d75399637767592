'use client';

import { Check, MessageSquareReply, RotateCcw, Unlink, Workflow } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Comment, CommentThread } from '@/lib/services/comments/schema';
import { errorWords } from '../../page/error-words';
import { useWorkspace } from '../../page/workspace-context';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { RelativeTime } from '../../ui/relative-time';
import { BlockIcon } from '../document/block-icon';
import { iconOf } from '../document/definition-of';
import { useEditor } from '../store/editor-context';
import { hasDraft, useCommentDraft } from './comment-drafts';
import { CommentField } from './comment-field';
import type { CommentActs } from './comment-queries';
import { CommentView } from './comment-view';
import { type Subject, subjectOf, subjectWords } from './thread-list';

export interface ThreadCardProps {
  thread: CommentThread;
  acts: CommentActs;
  /** True if a link leads to it: it is scrolled to and marked. */
  isNamed: boolean;
  onGoTo: (blockId: string) => void;
  onDelete: (comment: Comment) => void;
  /** Called when the thread leaves the list. */
  onResolved: () => void;
}

/** One thread: its subject, its comments, and a field to reply. */
export function ThreadCard({ thread, acts, isNamed, onGoTo, onDelete, onResolved }: ThreadCardProps) {
  const { canWrite } = useWorkspace();
  const document = useEditor((state) => state.document);
  const subject = subjectOf(thread, document);
  const { resolved } = thread;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNamed) card.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return (
    <article
      ref={card}
      aria-label={`${resolved === null ? 'Open' : 'Resolved'} comments on ${subjectWords(subject)}`}
      className={cn('rounded-lg border bg-surface p-3', isNamed ? 'border-accent' : 'border-line')}
    >
      <header className="mb-2 flex min-h-7 items-center gap-2">
        <SubjectView subject={subject} onGoTo={onGoTo} />
        <span className="flex-1" />
        {canWrite ? <ResolveButton thread={thread} acts={acts} onResolved={onResolved} /> : null}
      </header>
      <div className="flex flex-col gap-3">
        {thread.comments.map((comment) => (
          <CommentView key={comment.id} comment={comment} acts={acts} onDelete={onDelete} />
        ))}
      </div>
      {resolved === null ? null : (
        <p className="mt-3 text-muted text-xs">
          Resolved by {resolved.by?.name ?? 'a deleted account'} <RelativeTime at={resolved.at} />
        </p>
      )}
      {canWrite ? <Reply thread={thread} acts={acts} words={subjectWords(subject)} /> : null}
    </article>
  );
}

/** The thread's subject; if it is a block, a button leads there. */
function SubjectView({ subject, onGoTo }: { subject: Subject; onGoTo: (blockId: string) => void }) {
  if (subject.kind === 'workflow')
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-muted text-xs [&_svg]:size-3.5">
        <Workflow aria-hidden />
        Whole workflow
      </span>
    );
  if (subject.kind === 'deleted')
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-muted text-xs [&_svg]:size-3.5">
        <Unlink aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate line-through">{subject.name}</span>
        <Badge className="shrink-0">Block deleted</Badge>
      </span>
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      title="Go to the block"
      className="-ml-2 min-w-0 shrink text-accent"
      onClick={() => onGoTo(subject.blockId)}
    >
      <BlockIcon icon={iconOf(subject.type)} className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">{subject.name}</span>
    </Button>
  );
}

function ResolveButton({
  thread,
  acts,
  onResolved,
}: Pick<ThreadCardProps, 'thread' | 'acts' | 'onResolved'>) {
  const [isBusy, setBusy] = useState(false);
  const isOpen = thread.resolved === null;
  const set = async (resolved: boolean) => {
    setBusy(true);
    try {
      await acts.resolve(thread.id, resolved);
      onResolved();
      const undo = { label: 'Undo', onClick: () => void set(!resolved) };
      toast.info(resolved ? 'Resolved' : 'Reopened', { id: `comment ${thread.id}`, action: undo });
    } catch (error) {
      toast.error(`Couldn’t ${resolved ? 'resolve' : 'reopen'} it: ${errorWords(error)}`);
    }
    setBusy(false);
  };
  return (
    <Button size="sm" variant="ghost" className="-mr-1" busy={isBusy} onClick={() => void set(isOpen)}>
      {isOpen ? <Check aria-hidden /> : <RotateCcw aria-hidden />}
      {isOpen ? 'Resolve' : 'Reopen'}
    </Button>
  );
}

function Reply({ thread, acts, words }: Pick<ThreadCardProps, 'thread' | 'acts'> & { words: string }) {
  const workflowId = useEditor((state) => state.workflowId);
  const draft = useCommentDraft(workflowId, thread.id);
  const [isWriting, setWriting] = useState(false);
  const [isKept] = useState(() => hasDraft(workflowId, thread.id));
  if (!isWriting && !(isKept && draft.text !== ''))
    return (
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2 mt-2"
        aria-label={`Reply on ${words}`}
        onClick={() => setWriting(true)}
      >
        <MessageSquareReply aria-hidden />
        Reply
      </Button>
    );
  return (
    <div className="mt-3">
      <CommentField
        label={`Reply on ${words}`}
        placeholder="Reply…"
        verb="Reply"
        draft={draft}
        focusOn={isWriting}
        onCancel={() => {
          draft.end();
          setWriting(false);
        }}
        onSend={(text, requestKey) => acts.reply(thread.id, { text, requestKey })}
        onSent={() => setWriting(false)}
      />
    </div>
  );
}
