'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LibraryBig, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { deleteLibraryEndpoint, renameLibraryEndpoint } from '@/lib/services/request-library/endpoints';
import type { RequestLibrary } from '@/lib/services/request-library/schema';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmptyState } from '../../ui/empty-state';
import { countOf } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { InlineName } from '../../ui/inline-name';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import type { FetchedText } from './address-field';
import { fetchLibraryText, importerFor, librariesQuery } from './library-queries';

const NAME_LENGTH = 120;

/** The workspace's libraries: to open, to rename and to delete. */
export function LibraryList({
  onOpened,
}: {
  onOpened: (opened: Partial<FetchedText> & { text: string }) => void;
}) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const libraries = useQuery(librariesQuery(workspaceId));
  const [deleting, setDeleting] = useState<RequestLibrary | null>(null);
  const open = useMutation({
    mutationFn: (library: RequestLibrary) => fetchLibraryText(workspaceId, library),
    onSuccess: onOpened,
  });
  if (libraries.isPending) return <SkeletonRows rows={3} className="h-11" />;
  if (libraries.isError) return <LoadFailure error={libraries.error} onRetry={() => libraries.refetch()} />;
  if (libraries.data.length === 0)
    return (
      <EmptyState icon={LibraryBig} title="The library is empty">
        Paste or fetch an OpenAPI document or a collection here and press “Save to library”: its requests are
        then offered when you add a block.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line" aria-label="Library">
        {libraries.data.map((library) => (
          <LibraryRow
            key={library.id}
            library={library}
            isOpening={open.isPending && open.variables.id === library.id}
            onOpen={() => open.mutate(library)}
            onDelete={() => setDeleting(library)}
          />
        ))}
      </ul>
      {deleting === null ? null : <DeleteQuestion library={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

interface LibraryRowProps {
  library: RequestLibrary;
  isOpening: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

function LibraryRow({ library, isOpening, onOpen, onDelete }: LibraryRowProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const queryClient = useQueryClient();
  const { id: libraryId, name, entries } = library;
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      client.call(renameLibraryEndpoint, { params: { workspaceId, libraryId }, body: { name: wanted } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: librariesQuery(workspaceId).queryKey }),
  });
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <div className="min-w-0 flex-1">
        <InlineName
          value={rename.isPending ? rename.variables : name}
          label={`Name of “${name}”`}
          readOnly={false}
          maxLength={NAME_LENGTH}
          onRename={(wanted) => {
            if (wanted === '') return 'Enter a name.';
            rename.mutate(wanted);
            return null;
          }}
          className="font-medium text-sm"
        />
        <p className="px-1.5 text-muted text-xs">
          {importerFor(library)?.importer.label ?? library.format}, {countOf(entries.length, 'request')}
        </p>
      </div>
      <Button busy={isOpening} onClick={onOpen} aria-label={`Open “${name}”`}>
        Open
      </Button>
      <IconButton label={`Delete “${name}”`} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

function DeleteQuestion({ library, onClose }: { library: RequestLibrary; onClose: () => void }) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const queryClient = useQueryClient();
  const params = { workspaceId, libraryId: library.id };
  const remove = useMutation({
    mutationFn: () => client.call(deleteLibraryEndpoint, { params }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: librariesQuery(workspaceId).queryKey });
      toast.success(`Deleted “${library.name}”`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${library.name}”?`}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      Its requests are no longer offered when you add a block. Blocks that were made from it stay as they are.
    </ConfirmDialog>
  );
}
