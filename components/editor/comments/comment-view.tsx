'use client';

import { PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Comment } from '@/lib/services/comments/schema';
import { useWorkspace } from '../../page/workspace-context';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { MoreButton } from '../../ui/more-button';
import { RelativeTime } from '../../ui/relative-time';
import { TextWithLinks } from '../../ui/text-with-links';
import { colourOf, initialsOf } from '../live/colour-of';
import { useEditor } from '../store/editor-context';
import { hasDraft, useCommentDraft } from './comment-drafts';
import { CommentField } from './comment-field';
import type { CommentActs } from './comment-queries';

export interface CommentViewProps {
  comment: Comment;
  acts: CommentActs;
  onDelete: (comment: Comment) => void;
}

/** One comment with its author and time; users can edit their own. */
export function CommentView({ comment, acts, onDelete }: CommentViewProps) {
  const { me, canWrite, isAdmin } = useWorkspace();
  const workflowId = useEditor((state) => state.workflowId);
  const [isEditing, setEditing] = useState(() => hasDraft(workflowId, comment.id));
  const { author, text, createdAt, editedAt } = comment;
  const name = author?.name ?? 'A deleted account';
  const isOwn = author?.id === me.id;
  return (
    <div className="group/comment flex gap-2.5">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full font-medium text-[10px] text-white"
        style={{ background: colourOf(author?.id ?? '') }}
      >
        {initialsOf(name)}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 items-center gap-1.5">
          <span className="min-w-0 truncate font-medium text-sm">{name}</span>
          <RelativeTime at={createdAt} className="shrink-0 text-muted text-xs" />
          {editedAt === null ? null : <span className="shrink-0 text-muted text-xs">· edited</span>}
          <span className="flex-1" />
          {canWrite && (isOwn || isAdmin) ? (
            <CommentMenu
              name={isOwn ? 'your comment' : `the comment of ${name}`}
              onEdit={isOwn ? () => setEditing(true) : null}
              onDelete={() => onDelete(comment)}
            />
          ) : null}
        </div>
        {isEditing && canWrite && isOwn ? (
          <Editing comment={comment} acts={acts} onEnd={() => setEditing(false)} />
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap text-sm leading-5">
            <TextWithLinks text={text} />
          </p>
        )}
      </div>
    </div>
  );
}

function Editing({
  comment,
  acts,
  onEnd,
}: Pick<CommentViewProps, 'comment' | 'acts'> & { onEnd: () => void }) {
  const workflowId = useEditor((state) => state.workflowId);
  const draft = useCommentDraft(workflowId, comment.id, comment.text);
  return (
    <CommentField
      label="Edit your comment"
      placeholder=""
      verb="Save"
      draft={draft}
      focusOn
      onCancel={() => {
        draft.end();
        onEnd();
      }}
      onSend={(text) => acts.edit(comment.id, text)}
      onSent={onEnd}
    />
  );
}

interface CommentMenuProps {
  name: string;
  onEdit: (() => void) | null;
  onDelete: () => void;
}

function CommentMenu({ name, onEdit, onDelete }: CommentMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MoreButton size="sm" label={`More actions for ${name}`} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {onEdit === null ? null : (
          <DropdownMenuItem onSelect={onEdit}>
            <PencilLine aria-hidden />
            Edit
          </DropdownMenuItem>
        )}
        <DropdownMenuItem danger onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
