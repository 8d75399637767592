'use client';

import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { useEditor, useEditorStore } from '../store/editor-context';
import { ChoiceList } from './choice-list';
import { allImporters, findImporter } from './find-importer';
import type { ImportTarget } from './import-target';
import { readImport } from './read-import';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A command or a document of another tool, pasted or from a file, becomes a block. */
export function ImportDialog() {
  const target = useEditor((state) => state.importTarget);
  return target === null ? null : <OpenDialog target={target} />;
}

function OpenDialog({ target }: { target: ImportTarget }) {
  const store = useEditorStore();
  const [text, setText] = useState('text' in target ? (target.text ?? '') : '');
  const [isBusy, setBusy] = useState(false);
  const found = text.trim() === '' ? undefined : findImporter(text);
  const labels = [...new Set(allImporters().map(({ importer }) => importer.label))];
  const close = () => store.setState({ importTarget: null });
  const read = async (choice?: string) => {
    if (found === undefined || isBusy) return;
    setBusy(true);
    const done = await readImport(
      store,
      found,
      { text, ...(choice === undefined ? {} : { choice }) },
      target,
    );
    setBusy(false);
    if (done) close();
  };
  const hasChoices = found?.importer.choices !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="lg"
      title="Import"
      description={`${labels.join(' or ')} becomes a configured block.`}
      footer={
        <>
          <FileButton onText={setText} />
          <span className="flex-1" />
          <Button onClick={close}>Cancel</Button>
          {hasChoices ? null : (
            <Button
              variant="primary"
              disabled={found === undefined}
              busy={isBusy}
              onClick={() => void read()}
            >
              Import
            </Button>
          )}
        </>
      }
    >
      <Field
        label="Paste it here"
        error={
          text.trim() !== '' && found === undefined ? `This is no ${labels.join(' and no ')}.` : undefined
        }
      >
        <Textarea
          value={text}
          rows={hasChoices ? 3 : 10}
          spellCheck={false}
          placeholder="curl https://api.example.com/users -H 'Authorization: Bearer …'"
          className="font-mono text-xs"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || hasChoices) return;
            event.preventDefault();
            event.stopPropagation();
            void read();
          }}
        />
      </Field>
      {found !== undefined && hasChoices ? (
        <ChoiceList found={found} text={text} onChoose={(choice) => void read(choice)} />
      ) : null}
    </Dialog>
  );
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_FILE_BYTES) toast.warning('This file is bigger than 10 MB.');
    else onText(await file.text());
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.yaml,.yml,.sh,.txt"
        aria-label="File to import"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose a file
      </Button>
    </>
  );
}
