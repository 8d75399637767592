'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { fetchDocumentEndpoint } from '@/lib/services/imports/endpoints';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useEditor } from '../store/editor-context';
import { allImporters } from './find-importer';

export interface FetchedText {
  text: string;
  url: string;
}

export interface AddressFieldProps {
  address: string;
  onAddress: (address: string) => void;
  /** Null when the previous text no longer belongs to the address. */
  onFetched: (fetched: FetchedText | null) => void;
}

const KINDS = allImporters()
  .filter(({ importer }) => importer.hasAddresses)
  .map(({ importer }) => importer.label)
  .join(', ');

/**
 * Fetches a document from its address, on the server: through its network guard, and without other sites'
 * CORS.
 */
export function AddressField({ address, onAddress, onFetched }: AddressFieldProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const pending = useRef<AbortController>(null);
  useEffect(() => () => pending.current?.abort(), []);

  const change = (text: string) => {
    pending.current?.abort();
    onAddress(text);
    setError(undefined);
    onFetched(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const url = withScheme(address);
    if (url === '' || isBusy) return;
    const abort = new AbortController();
    const { signal } = abort;
    pending.current = abort;
    setBusy(true);
    setError(undefined);
    try {
      const { data } = await client.call(
        fetchDocumentEndpoint,
        { params: { workspaceId }, body: { url } },
        { signal },
      );
      onFetched(data);
    } catch (cause) {
      if (!signal.aborted) setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Address of the document or collection"
        help={
          `${KINDS}. Fetched by the server, without your cookies and with the same address rules as a ` +
          'run’s requests.'
        }
        error={error}
      >
        <div className="flex gap-2">
          <AddressInput value={address} onChange={change} />
          <Button type="submit" variant="primary" busy={isBusy} disabled={address.trim() === ''}>
            Fetch
          </Button>
        </div>
      </Field>
    </form>
  );
}

function AddressInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Input
      autoFocus
      value={value}
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      placeholder="https://api.example.com/openapi.json"
      className="min-w-0 flex-1 font-mono text-xs"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Adds the scheme, which people leave out when they copy addresses. */
function withScheme(address: string): string {
  const text = address.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}
