import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { createApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import { settingsPath } from '../../page/paths';
import { apiKeysQuery } from '../../settings/settings-queries';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { useEditor } from '../store/editor-context';
import { KEY_VARIABLE } from './call-snippets';

const VALID_DAYS = 90;
const MAX_NAME_CHARACTERS = 80;

export interface KeyForCallsProps {
  /** The new key, visible until the dialog closes; null before one is created. */
  apiKey: string | null;
  onCreated: (apiKey: string) => void;
}

/**
 * Creates a key that can run the workflows of this workspace and nothing else. The code that polls an
 * execution needs no other scope either.
 */
export function KeyForCalls({ apiKey, onCreated }: KeyForCallsProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowName = useEditor((state) => state.name);
  const readOnly = useEditor((state) => state.readOnly);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      client.call(createApiKeyEndpoint, {
        body: {
          name: `Call ${workflowName}`.slice(0, MAX_NAME_CHARACTERS).trim(),
          scopes: ['workflows:run'],
          workspaceIds: [workspaceId],
          expiresAt: new Date(serverNow() + VALID_DAYS * 86_400_000).toISOString(),
        },
      }),
    onSuccess: ({ secret }) => {
      onCreated(secret);
      return queries.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
    },
  });
  const keys = (
    <Link href={settingsPath(workspaceId, 'api-keys')} className="text-accent underline">
      API keys
    </Link>
  );
  if (apiKey !== null)
    return (
      <Notice tone="warning" title="API key created">
        <p>
          The code contains it. Copy it now: it can’t be shown again. It runs workflows of this workspace,
          expires in {VALID_DAYS} days, and can be revoked in {keys}.
        </p>
        <CopyButton text={apiKey} className="mt-2">
          Copy key
        </CopyButton>
      </Notice>
    );
  if (readOnly)
    return (
      <p className="text-muted text-xs">
        Calls need a key with the scope <code>workflows:run</code> of somebody who may run this workflow.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button busy={create.isPending} onClick={() => create.mutate()}>
        Create a key for this code
      </Button>
      <p className="min-w-56 flex-1 text-muted text-xs">
        Or set <code>{KEY_VARIABLE}</code> to a key with the scope <code>workflows:run</code> from {keys}.
      </p>
    </div>
  );
}
