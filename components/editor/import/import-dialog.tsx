'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { countOf } from '../../ui/format-quantity';
import { Segmented } from '../../ui/segmented';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { ImportTarget } from '../store/import-target';
import { AddressField, type FetchedText } from './address-field';
import { ChoiceList } from './choice-list';
import { allImporters, type FoundImporter, findImporter } from './find-importer';
import { KeepButton } from './keep-button';
import { LibraryList } from './library-list';
import { FileButton, PasteField } from './paste-field';
import { readImport } from './read-import';
import { IMPORTED_KINDS, whyUnreadable } from './why-unreadable';

/** Turns a command or document of another tool, pasted or from a file, into a block. */
export function ImportDialog() {
  const target = useEditor((state) => state.importTarget);
  return target === null ? null : <OpenDialog target={target} />;
}

type Way = 'paste' | 'address' | 'library';

const WAYS = [
  { value: 'paste', label: 'Paste or file' },
  { value: 'address', label: 'From a URL' },
  { value: 'library', label: 'From the library' },
] as const;

function OpenDialog({ target }: { target: ImportTarget }) {
  const store = useEditorStore();
  const [way, setWay] = useState<Way>('paste');
  const [text, setText] = useState('text' in target ? (target.text ?? '') : '');
  const [address, setAddress] = useState('');
  const [fetched, setFetched] = useState<FetchedText | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [kept, setKept] = useState<Source | null>(null);
  const source: Source | null = way === 'paste' ? { text } : way === 'library' ? kept : fetched;
  // Ticks belong to one text: another has other requests.
  const [ticks, setTicks] = useState<{ text: string; ids: readonly string[] } | null>(null);
  const ticked = ticks !== null && ticks.text === source?.text ? ticks.ids : null;
  const found = source === null ? undefined : importerOf(source);
  const hasChoices = found?.importer.choices !== undefined;
  const close = () => store.setState({ importTarget: null });
  const read = async (part: { choice?: string; choices?: readonly string[] } = {}) => {
    if (found === undefined || source === null || isBusy) return;
    setBusy(true);
    const done = await readImport(store, found, { ...source, ...part }, target);
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
      description={`${IMPORTED_KINDS} becomes a configured block.`}
      footer={
        <>
          {way === 'paste' ? <FileButton onText={setText} /> : null}
          {found !== undefined && source !== null && hasChoices && way !== 'library' ? (
            <KeepButton
              key={`${source.text}${ticked?.join()}`}
              found={found}
              source={source}
              only={ticked ?? []}
            />
          ) : null}
          <span className="flex-1" />
          <Button onClick={close}>Cancel</Button>
          {hasChoices && ticked !== null ? (
            <Button
              variant="primary"
              disabled={ticked.length === 0}
              busy={isBusy}
              onClick={() => void read({ choices: ticked })}
            >
              Import {countOf(ticked.length, 'request')}
            </Button>
          ) : null}
          {hasChoices || way !== 'paste' ? null : (
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
          error={text.trim() !== '' && found === undefined ? whyUnreadable(text) : undefined}
          onSubmit={hasChoices ? undefined : () => void read()}
        />
      ) : way === 'address' ? (
        <AddressField address={address} onAddress={setAddress} onFetched={setFetched} />
      ) : (
        <LibraryList onOpened={setKept} />
      )}
      {found !== undefined && source !== null && hasChoices ? (
        <ChoiceList
          key={source.text}
          found={found}
          text={source.text}
          onChoose={(choice) => void read({ choice })}
          ticked={ticked}
          onTicked={(ids) => setTicks(ids === null ? null : { text: source.text, ids })}
        />
      ) : null}
    </Dialog>
  );
}

/** The text to import; `url`: its origin. */
type Source = { text: string; url?: string };

/** Returns the importer; a fetched text is read as a document, whose parser gives the best errors. */
function importerOf(source: Source): FoundImporter | undefined {
  if (source.text.trim() === '') return undefined;
  const found = findImporter(source.text);
  return 'url' in source && !found?.importer.hasAddresses
    ? allImporters().find(({ importer }) => importer.hasAddresses)
    : found;
}

const isAddress = (text: string) => /^\s*https?:\/\/\S+\s*$/i.test(text);
