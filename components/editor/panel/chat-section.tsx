'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { ensureChatEndpoint, getChatAddressEndpoint } from '@/lib/services/chat/endpoints';
import type { ChatAddress } from '@/lib/services/chat/schema';
import { errorWords } from '../../page/error-words';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useEditor } from '../store/editor-context';
import { useConfig } from '../store/use-setting';
import { type ChatAccess, chatCommand, embedSnippet } from './chat-snippets';

/** Fetched again after each publication, because the response depends on the live version's blocks. */
const addressKey = (workflowId: string, blockId: string, liveVersion: number | null) => [
  'workflow',
  workflowId,
  'chats',
  blockId,
  liveVersion,
];

/** The address of a Chat block, once the block is saved, and how others use it. */
export function ChatSection({ blockId }: { blockId: string }) {
  const workflowId = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const isSaved = useEditor((state) => state.save.kind === 'saved');
  const liveVersion = useEditor((state) => state.liveVersion);
  const address = useQuery({
    queryKey: addressKey(workflowId, blockId, liveVersion),
    queryFn: async ({ signal }) => {
      const params = { id: workflowId, blockId };
      // A user with write access creates the address by viewing it.
      const answer = readOnly
        ? await client.call(getChatAddressEndpoint, { params }, { signal })
        : await client.call(ensureChatEndpoint, { params, body: {} }, { signal });
      return answer.data;
    },
    enabled: isSaved || readOnly,
  });
  return (
    <section aria-label="Address of the chat" className="flex flex-col gap-3 px-4 pt-4">
      {address.data === undefined ? (
        <p role="status" className="text-muted text-xs">
          {address.error === null
            ? 'The address appears once the workflow is saved.'
            : errorWords(address.error)}
        </p>
      ) : (
        <>
          <PageAddress address={address.data} />
          {readOnly ? null : <SlugForm key={address.data.slug} blockId={blockId} slug={address.data.slug} />}
          <Uses blockId={blockId} address={address.data} />
        </>
      )}
    </section>
  );
}

function PageAddress({ address: { url, isLive } }: { address: ChatAddress }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <code className="wrap-anywhere min-w-0 flex-1 rounded-md bg-sunken px-2 py-1.5 font-mono text-xs">
          {url}
        </code>
        <CopyButton label="Copy address" text={url} />
        <Button asChild size="sm">
          <a href={url} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            Open
          </a>
        </Button>
      </div>
      <p className="flex items-center gap-2 text-muted text-xs">
        <Badge>{isLive ? 'Live' : 'Not published yet'}</Badge>
        {isLive ? 'The live version answers, not the draft.' : 'Publish the workflow to open the chat.'}
      </p>
    </>
  );
}

function SlugForm({ blockId, slug }: { blockId: string; slug: string }) {
  const workflowId = useEditor((state) => state.workflowId);
  const liveVersion = useEditor((state) => state.liveVersion);
  const [text, setText] = useState(slug);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      client.call(ensureChatEndpoint, {
        params: { id: workflowId, blockId },
        body: { slug: text.trim() },
      }),
    onSuccess: ({ data }) => queries.setQueryData(addressKey(workflowId, blockId, liveVersion), data),
    meta: { quiet: true },
  });
  const isChanged = text.trim() !== slug;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Slug"
        help={
          isChanged
            ? 'The old address stops working, and conversations in progress start over.'
            : 'A random one can’t be guessed. Your own may have letters a–z, digits and hyphens.'
        }
        error={change.isError ? errorWords(change.error) : undefined}
      >
        <div className="flex gap-2">
          <SlugInput value={text} onChange={setText} />
          <Button type="submit" disabled={!isChanged} busy={change.isPending}>
            Change
          </Button>
        </div>
      </Field>
    </form>
  );
}

function SlugInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Input
      value={value}
      maxLength={60}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      className="font-mono"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Uses({ blockId, address: { slug, url, apiUrl } }: { blockId: string; address: ChatAddress }) {
  const { access, origins } = useConfig(blockId);
  const isEmbeddable = String(origins ?? '').trim() !== '';
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm font-medium">Embed it, or call it from code</summary>
      <div className="mt-3 flex flex-col gap-3">
        <p className="text-muted text-xs">
          {isEmbeddable
            ? 'Put this on a page of a site that may embed the chat: it adds a button that opens it.'
            : 'This adds a button that opens the chat to a page. First name the page’s site under ' +
              '“Sites that may embed the chat” and publish.'}
        </p>
        <CodeBlock label="embed snippet" code={embedSnippet(url, slug)} wrap />
        <CodeBlock label="curl command" code={chatCommand(apiUrl, accessOf(access))} wrap />
      </div>
    </details>
  );
}

const accessOf = (access: unknown): ChatAccess =>
  access === 'open' || access === 'password' ? access : 'members';
