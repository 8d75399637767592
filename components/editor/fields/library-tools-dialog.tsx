'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { ImportError } from '@/lib/core/blocks/import-export';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { countOf } from '../../ui/format-quantity';
import { ChoiceList } from '../import/choice-list';
import { findImporter } from '../import/find-importer';
import { LibraryList } from '../import/library-list';
import type { EditedTool } from './tool-list';
import { toolOfRequest } from './tool-of-request';

interface LibraryToolsDialogProps {
  tools: readonly EditedTool[];
  onAdd: (added: EditedTool[]) => void;
  onClose: () => void;
}

/** Makes tools of requests in the workspace's library. */
export function LibraryToolsDialog({ tools, onAdd, onClose }: LibraryToolsDialogProps) {
  const [source, setSource] = useState<{ text: string; url?: string } | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const found = source === null ? undefined : findImporter(source.text);
  const add = async (ids: readonly string[]) => {
    if (found === undefined || source === null || isBusy) return;
    setBusy(true);
    try {
      const { text, ...from } = source;
      const choices = (await found.importer.choices?.(text)) ?? [];
      const added: EditedTool[] = [];
      for (const id of ids) {
        const choice = choices.find((each) => each.id === id);
        if (choice === undefined) continue;
        const result = await found.importer.read(text, { ...from, choice: id });
        added.push(toolOfRequest(result, choice, [...tools, ...added]));
      }
      onAdd(added);
      onClose();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="lg"
      title="Tools from the library"
      description="The model fills in each request: check what it may send before you run it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {found === undefined ? null : (
            <Button
              variant="primary"
              disabled={ticked.length === 0}
              busy={isBusy}
              onClick={() => void add(ticked)}
            >
              Add {countOf(ticked.length, 'tool')}
            </Button>
          )}
        </>
      }
    >
      {found === undefined || source === null ? (
        <LibraryList onOpened={setSource} />
      ) : (
        <ChoiceList
          found={found}
          text={source.text}
          ticked={ticked}
          onTicked={(ids) => setTicked(ids ?? [])}
        />
      )}
    </Dialog>
  );
}
