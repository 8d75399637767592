'use client';

import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { IconButton } from '@/components/ui/icon-button';
import { useFileDrop } from '@/components/ui/use-file-drop';
import { parseWorkflowFile } from '@/lib/core/workflow/workflow-file';
import { useWorkflowActions } from './workflow-actions';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Imports workflows from a chosen file, and from files dropped on the page. */
export function ImportButton() {
  const { id } = useWorkspace();
  const { create } = useWorkflowActions(id);
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 10 MB.`);
      create.mutate({ ...parseWorkflowFile(await file.text(), file.name), folderId: null });
    } catch (error) {
      toast.error(errorWords(error));
    }
  };
  useFileDrop((files) => {
    for (const file of files) void read(file);
  });
  return (
    <>
      <IconButton label="Import a workflow from a JSON file" onClick={() => input.current?.click()}>
        <Upload />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void read(file);
          event.target.value = '';
        }}
      />
    </>
  );
}
