'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { proposeChangeEndpoint } from '@/lib/services/assistant/endpoints';
import type { AssistantModel } from '@/lib/services/assistant/schema';
import { explanationQuery, useAssistant } from '../../page/assistant-queries';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/sheet';
import type { AssistantWish } from '../store/assistant-wish';
import { useEditor, useEditorStore } from '../store/editor-context';
import { Asking } from './asking';
import { DescribeForm, type Description } from './describe-form';
import { Explanation } from './explanation';
import { ProposalView } from './proposal-view';
import { ReplyFailure } from './reply-failure';

/**
 * Panel over the editor that turns a description into a proposal. Absent if the workspace has no model. `flush`:
 * saves pending edits.
 */
export function AssistantPanel({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const wish = useEditor((state) => state.assistant);
  const model = useAssistant();
  // The state survives closing the panel, so that users can look something up and go on where they were.
  const [description, setDescription] = useState<Description>({ words: '', documentation: '' });
  if (wish === null || model === null) return null;
  const close = () => store.setState({ assistant: null });
  return wish.kind === 'describe' ? (
    <Describe
      wish={wish}
      model={model}
      description={description}
      onDescription={setDescription}
      flush={flush}
      onClose={close}
    />
  ) : (
    <Explain wish={wish} model={model} flush={flush} onClose={close} />
  );
}

interface DescribeProps {
  wish: Extract<AssistantWish, { kind: 'describe' }>;
  model: AssistantModel;
  description: Description;
  onDescription: (description: Description) => void;
  flush: () => Promise<boolean>;
  onClose: () => void;
}

function Describe({ wish, model, description, onDescription, flush, onClose }: DescribeProps) {
  const store = useEditorStore();
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const ask = useMutation({
    mutationFn: () => {
      underWay.current = new AbortController();
      const { workflowId: id, document, openBlockId } = store.getState();
      const blockId = wish.blockId ?? openBlockId ?? undefined;
      const body = { ...description, document, ...(blockId === undefined ? {} : { blockId }) };
      const { signal } = underWay.current;
      return client.call(proposeChangeEndpoint, { params: { id }, body }, { signal });
    },
    meta: { quiet: true },
  });
  const cancel = () => {
    underWay.current?.abort();
    ask.reset();
  };
  const reply = ask.data?.data;
  if (reply?.ok && reply.change !== null)
    return (
      <Sheet title="Proposal" onClose={onClose}>
        <ProposalView
          {...reply}
          change={reply.change}
          label="Apply a proposal"
          flush={flush}
          onReword={() => ask.reset()}
          onClose={() => {
            onDescription({ words: '', documentation: '' });
            onClose();
          }}
        />
      </Sheet>
    );
  return (
    <Sheet title="Describe a step" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        {ask.isPending ? <Asking model={model.model} onCancel={cancel} /> : null}
        {ask.isError || reply?.ok === false ? (
          <ReplyFailure
            reply={reply?.ok === false ? reply : null}
            error={ask.error}
            onAgain={() => ask.mutate()}
          />
        ) : null}
        {reply?.ok ? <Explanation text={reply.explanation} /> : null}
        {ask.isPending ? null : (
          <DescribeForm value={description} onChange={onDescription} onAsk={() => ask.mutate()} />
        )}
        <Sent model={model} what="your words, and this workflow" />
      </div>
    </Sheet>
  );
}

interface ExplainProps {
  wish: Extract<AssistantWish, { kind: 'explain' }>;
  model: AssistantModel;
  flush: () => Promise<boolean>;
  onClose: () => void;
}

function Explain({ wish, model, flush, onClose }: ExplainProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const queryClient = useQueryClient();
  const query = explanationQuery({ workflowId, ...wish });
  const { data: reply, error, isFetching, refetch } = useQuery(query);
  const cancel = () => {
    void queryClient.cancelQueries({ queryKey: query.queryKey });
    onClose();
  };
  const proposal = reply?.ok && !isFetching ? reply.change : null;
  return (
    <Sheet title="Explanation of the error" onClose={onClose}>
      {reply?.ok && proposal !== null ? (
        <ProposalView {...reply} change={proposal} label="Apply a proposal" flush={flush} onClose={onClose} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
          {isFetching ? <Asking model={model.model} onCancel={cancel} /> : null}
          {!isFetching && (error !== null || reply?.ok === false) ? (
            <ReplyFailure
              reply={reply?.ok === false ? reply : null}
              error={error}
              onAgain={() => void refetch()}
            />
          ) : null}
          {reply?.ok && !isFetching ? (
            <>
              <Explanation text={reply.explanation} />
              <p className="text-muted text-sm">No changes to the workflow were proposed.</p>
              <div>
                <Button onClick={onClose}>Close</Button>
              </div>
            </>
          ) : null}
          <Sent model={model} what="the error, and this workflow" />
        </div>
      )}
    </Sheet>
  );
}

/** Names the model and its host, and the data sent to it. */
function Sent({ model, what }: { model: AssistantModel; what: string }) {
  const where = model.baseUrl === '' ? model.provider : new URL(model.baseUrl).host;
  return (
    <p className="max-w-3xl text-muted text-xs">
      {model.model} ({where}) gets {what}, without secrets, values of variables and data of runs. What looks
      like a password or key in your words is hidden too.
    </p>
  );
}
