'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { explanationQuery, useAssistant } from '@/components/page/assistant-queries';
import { adviceFor } from '@/components/page/error-advice';
import { errorWords } from '@/components/page/error-words';
import { runOnCanvasPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';

export interface ExplainErrorProps {
  workflowId: string;
  logId: string;
  /** Null for the error that ended the run. */
  blockId: string | null;
}

/** A model's explanation of an error, on demand; renders nothing if the workspace has no model for it. */
export function ExplainError(props: ExplainErrorProps) {
  const model = useAssistant();
  const [asked, setAsked] = useState(false);
  if (model === null) return null;
  if (asked) return <Explained {...props} model={model.model} onCancel={() => setAsked(false)} />;
  return (
    <Button size="sm" className="self-start" onClick={() => setAsked(true)}>
      <Sparkles aria-hidden />
      Explain this error
    </Button>
  );
}

function Explained(props: ExplainErrorProps & { model: string; onCancel: () => void }) {
  const { workflowId, logId, blockId, model, onCancel } = props;
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const query = explanationQuery({ workflowId, logId, blockId });
  const { data: reply, error, isFetching, refetch } = useQuery(query);
  if (isFetching)
    return (
      <div className="flex items-center gap-3">
        <span role="status">
          <Status kind="running" label={`Asking ${model}…`} />
        </span>
        <Button
          size="sm"
          onClick={() => {
            void queryClient.cancelQueries({ queryKey: query.queryKey });
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    );
  if (reply?.ok)
    return (
      <Notice tone="info" title={`Explained by ${model}`}>
        <p className="whitespace-pre-wrap break-words">{reply.explanation}</p>
        {reply.change === null ? null : (
          <p className="mt-2">
            A change of the workflow is proposed:{' '}
            <Link className="underline" href={runOnCanvasPath(workspaceId, workflowId, logId)}>
              open the run in the editor
            </Link>{' '}
            and choose “Explain this error” there to see it.
          </p>
        )}
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={reply === undefined ? errorWords(error) : reply.message}
      action={
        <Button size="sm" onClick={() => void refetch()}>
          Ask again
        </Button>
      }
    >
      {reply === undefined ? null : <p>{adviceFor(reply.code)}</p>}
    </Notice>
  );
}
