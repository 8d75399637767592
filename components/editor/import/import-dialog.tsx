'use client';

import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Segmented } from '../../ui/segmented';
import { Textarea } from '../../ui/textarea';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { ImportTarget } from '../store/import-target';
import { AddressField, type FetchedText } from './address-field';
import { ChoiceList } from './choice-list';
import { allImporters, type FoundImporter, findImporter } from './find-importer';
import { readImport } from './read-import';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A command or a document of another tool, pasted or from a file, becomes a block. */
export function ImportDialog() {
  const target = useEditor((state) => state.importTarget);
  return target === null ? null : <OpenDialog target={target} />;
}

type Way = 'paste' | 'address';

const WAYS = [
  { value: 'paste', label: 'Paste or file' },
  { value: 'address', label: 'From a URL' },
] as const;

function OpenDialog({ target }: { target: ImportTarget }) {
  const store = useEditorStore();
  const [way, setWay] = useState<Way>('paste');
  const [text, setText] = useState('text' in target ? (target.text ?? '') : '');
  const [address, setAddress] = useState('');
  const [fetched, setFetched] = useState<FetchedText | null>(null);
  const [isBusy, setBusy] = useState(false);
  const source = way === 'paste' ? { text } : fetched;
  const found = source === null ? undefined : importerOf(source);
  const hasChoices = found?.importer.choices !== undefined;
  const close = () => store.setState({ importTarget: null });
  const read = async (choice?: string) => {
    if (found === undefined || source === null || isBusy) return;
    setBusy(true);
    const done = await readImport(
      store,
      found,
      { ...source, ...(choice === undefined ? {} : { choice }) },
      target,
    );
    setBusy(false);
    if (done) close();
  };
  const take = (pasted: string) => {
    if (!isAddress(pasted)) return setText(pasted);
    setAddress(pasted.trim());
    setWay('address');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="lg"
      title="Import"
      description={`${LABELS.join(' or ')} becomes a configured block.`}
      footer={
        <>
          {way === 'paste' ? <FileButton onText={setText} /> : null}
          <span className="flex-1" />
          <Button onClick={close}>Cancel</Button>
          {hasChoices || way === 'address' ? null : (
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
      <Segmented
        aria-label="Import from"
        value={way}
        onValueChange={setWay}
        options={WAYS}
        className="mb-4"
      />
      {way === 'paste' ? (
        <PasteField
          text={text}
          rows={hasChoices ? 3 : 10}
          onText={take}
          isUnknown={text.trim() !== '' && found === undefined}
          onSubmit={hasChoices ? undefined : () => void read()}
        />
      ) : (
        <AddressField address={address} onAddress={setAddress} onFetched={setFetched} />
      )}
      {found !== undefined && source !== null && hasChoices ? (
        <ChoiceList found={found} text={source.text} onChoose={(choice) => void read(choice)} />
      ) : null}
    </Dialog>
  );
}

const LABELS = [...new Set(allImporters().map(({ importer }) => importer.label))];

/** What was fetched as a document is read as one: its reader says best what is wrong with it. */
function importerOf(source: { text: string } | FetchedText): FoundImporter | undefined {
  if (source.text.trim() === '') return undefined;
  const found = findImporter(source.text);
  return 'url' in source && !found?.importer.hasAddresses
    ? allImporters().find(({ importer }) => importer.hasAddresses)
    : found;
}

const isAddress = (text: string) => /^\s*https?:\/\/\S+\s*$/i.test(text);

interface PasteFieldProps {
  text: string;
  rows: number;
  onText: (text: string) => void;
  isUnknown: boolean;
  onSubmit: (() => void) | undefined;
}

function PasteField({ text, rows, onText, isUnknown, onSubmit }: PasteFieldProps) {
  return (
    <Field label="Paste it here" error={isUnknown ? `This is neither ${LABELS.join(' nor ')}.` : undefined}>
      <Textarea
        value={text}
        rows={rows}
        spellCheck={false}
        placeholder="curl https://api.example.com/users -H 'Authorization: Bearer …'"
        className="font-mono text-xs"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || onSubmit === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      />
    </Field>
  );
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_FILE_BYTES) toast.warning('This file is larger than 10 MB.');
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
