'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LibraryBig } from 'lucide-react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { keepInLibraryEndpoint } from '@/lib/services/request-library/endpoints';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/format-quantity';
import { useEditor } from '../store/editor-context';
import type { FoundImporter } from './find-importer';
import { librariesQuery } from './library-queries';

const NAME_LENGTH = 120;
const ENTRY_LENGTH = 1_000;

export interface KeepButtonProps {
  found: FoundImporter;
  source: { text: string; url?: string };
  /** The ids of the requests to keep; empty: all. */
  only: readonly string[];
}

/** Saves a document or collection for the workspace, so that its requests are in the palette. */
export function KeepButton({ found: { importer }, source, only }: KeepButtonProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: async () => {
      const all = (await importer.choices?.(source.text)) ?? [];
      const choices = all.filter(({ id }) => only.length === 0 || only.includes(id));
      const title = (await importer.titleOf?.(source.text))?.trim() || importer.label;
      const body = {
        ...source,
        name: title.replace(/\s+/g, ' ').slice(0, NAME_LENGTH),
        format: importer.id,
        entries: choices.map(({ id, label, description, group }) => ({
          id,
          label: label.slice(0, ENTRY_LENGTH),
          ...(description === undefined ? {} : { description: description.slice(0, ENTRY_LENGTH) }),
          ...(group === undefined ? {} : { group: group.slice(0, ENTRY_LENGTH) }),
        })),
      };
      return client.call(keepInLibraryEndpoint, { params: { workspaceId }, body });
    },
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: librariesQuery(workspaceId).queryKey });
      toast.success(`Saved “${data.name}” with ${countOf(data.entries.length, 'request')}`, {
        description: 'Find them when you add a block, or in the library of this dialog.',
      });
    },
  });
  return (
    <Button busy={keep.isPending} disabled={keep.isSuccess} onClick={() => keep.mutate()}>
      <LibraryBig aria-hidden />
      {keep.isSuccess ? 'Saved' : 'Save to library'}
    </Button>
  );
}
