'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Form } from '@/components/page/form';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { randomUuid } from '@/components/ui/random-uuid';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TextWithLinks } from '@/components/ui/text-with-links';
import { Textarea } from '@/components/ui/textarea';
import type { ErrorGroupComment } from '@/lib/services/error-groups/schema';
import { errorCommentsQuery, errorGroupActs } from './error-queries';

const MAX_CHARACTERS = 4_000;

/** The comments on an error, the oldest first. */
export function ErrorComments({ groupId }: { groupId: string }) {
  const { id, canWrite } = useWorkspace();
  const heading = useId();
  const comments = useQuery(errorCommentsQuery(id, groupId));
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h3 id={heading} className="font-medium text-sm">
        Comments
      </h3>
      {comments.isPending ? <SkeletonRows rows={2} className="h-10" /> : null}
      {comments.isError && !comments.data ? (
        <LoadFailure error={comments.error} onRetry={() => comments.refetch()} />
      ) : null}
      {comments.data?.length === 0 ? <p className="text-muted text-sm">No comments yet.</p> : null}
      {comments.data && comments.data.length > 0 ? (
        <ul aria-labelledby={heading} className="flex flex-col gap-3">
          {comments.data.map((comment) => (
            <Comment key={comment.id} groupId={groupId} comment={comment} />
          ))}
        </ul>
      ) : null}
      {canWrite ? <NewComment groupId={groupId} /> : null}
    </section>
  );
}

function Comment({ groupId, comment }: { groupId: string; comment: ErrorGroupComment }) {
  const { me, canWrite, isAdmin } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const name = comment.author?.name ?? 'A deleted account';
  const isOwn = comment.author?.id === me.id;
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <RelativeTime at={comment.createdAt} className="shrink-0 text-muted text-xs" />
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap text-sm">
          <TextWithLinks text={comment.text} />
        </p>
      </div>
      {canWrite && (isOwn || isAdmin) ? (
        <>
          <IconButton
            label={isOwn ? 'Delete your comment' : `Delete the comment of ${name}`}
            onClick={() => setAsking(true)}
          >
            <Trash2 />
          </IconButton>
          {isAsking ? (
            <DeleteComment groupId={groupId} commentId={comment.id} onClose={() => setAsking(false)} />
          ) : null}
        </>
      ) : null}
    </li>
  );
}

interface DeleteCommentProps {
  groupId: string;
  commentId: string;
  onClose: () => void;
}

function DeleteComment({ groupId, commentId, onClose }: DeleteCommentProps) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => errorGroupActs(queryClient, id, groupId).removeComment(commentId),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this comment?"
      confirmLabel="Delete comment"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      This can’t be undone.
    </ConfirmDialog>
  );
}

function NewComment({ groupId }: { groupId: string }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  /** A retry of the same text uses the same key, as the response to the first may have been lost. */
  const tried = useRef({ text: '', requestKey: '' });
  const send = useMutation({
    mutationFn: (written: string) => {
      if (tried.current.text !== written) tried.current = { text: written, requestKey: randomUuid() };
      return errorGroupActs(queryClient, id, groupId).comment(tried.current);
    },
    onSuccess: () => {
      tried.current = { text: '', requestKey: '' };
      setText('');
    },
    meta: { quiet: true },
  });
  const problems = text.trim() === '' ? { text: 'Write something first.' } : {};
  return (
    <Form error={send.error} problems={problems} onSubmit={() => send.mutate(text.trim())}>
      <Field name="text" label="Comment">
        <Textarea
          value={text}
          maxLength={MAX_CHARACTERS}
          rows={2}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" size="sm" className="self-end" busy={send.isPending}>
        Comment
      </Button>
    </Form>
  );
}
