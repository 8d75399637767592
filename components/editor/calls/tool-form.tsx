'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { getToolEndpoint, offerToolEndpoint, withdrawToolEndpoint } from '@/lib/services/mcp/endpoints';
import type { OfferedTool } from '@/lib/services/mcp/schema';
import { errorWords } from '../../page/error-words';
import { Form, isRefusedAsAWhole } from '../../page/form';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { SkeletonRows } from '../../ui/skeleton';
import { Textarea } from '../../ui/textarea';
import { useEditor } from '../store/editor-context';
import { mcpConfiguration } from './call-snippets';
import { KeyForCalls, type KeyForCallsProps } from './key-for-calls';

const MAX_NAME_CHARACTERS = 64;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

const toolKey = (workflowId: string) => ['workflow', workflowId, 'tool'];

/** Offers the workflow to MCP clients, with a name and a description for the model. */
export function ToolForm(keyProps: KeyForCallsProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, refetch } = useQuery({
    queryKey: toolKey(workflowId),
    queryFn: async ({ signal }) =>
      (await client.call(getToolEndpoint, { params: { id: workflowId } }, { signal })).data,
  });
  if (error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  return <LoadedForm key={data.tool?.name ?? ''} offered={data} keyProps={keyProps} />;
}

interface LoadedFormProps {
  offered: OfferedTool;
  keyProps: KeyForCallsProps;
}

function LoadedForm({ offered: { tool, suggestedName, url }, keyProps }: LoadedFormProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const liveVersion = useEditor((state) => state.liveVersion);
  const readOnly = useEditor((state) => state.readOnly);
  const queries = useQueryClient();
  const [name, setName] = useState(tool?.name ?? suggestedName);
  const [description, setDescription] = useState(tool?.description ?? '');
  const params = { id: workflowId };
  const keep = ({ data }: { data: OfferedTool }) => queries.setQueryData(toolKey(workflowId), data);
  const offer = useMutation({
    meta: { quiet: true }, // shown in the form
    mutationFn: () => client.call(offerToolEndpoint, { params, body: { name: name.trim(), description } }),
    onSuccess: (answer) => {
      keep(answer);
      toast.success(tool === null ? 'Offered as a tool.' : 'Tool saved.');
    },
  });
  const withdraw = useMutation({
    mutationFn: () => client.call(withdrawToolEndpoint, { params }),
    onSuccess: (answer) => {
      keep(answer);
      toast.success('No longer offered as a tool.');
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">
        AI assistants that speak MCP can run this workflow as a tool: its inputs are the tool’s parameters,
        and each call runs the live version.
      </p>
      {liveVersion === null ? (
        <Notice title="Not published yet">Assistants find the tool once the workflow is published.</Notice>
      ) : null}
      <Form
        noValidate
        error={offer.error}
        notice={null}
        onSubmit={() => offer.mutate()}
        className="flex flex-col gap-3"
      >
        <Field name="name" label="Tool name" required help="Letters, digits, - and _.">
          <Input
            value={name}
            readOnly={readOnly}
            maxLength={MAX_NAME_CHARACTERS}
            className="font-mono"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          name="description"
          label="Description for the model"
          help="What it does and when to use it. Left empty, it is the workflow’s description."
        >
          <Textarea
            rows={3}
            value={description}
            readOnly={readOnly}
            maxLength={MAX_DESCRIPTION_CHARACTERS}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {isRefusedAsAWhole(offer.error) ? <Notice tone="danger" title={errorWords(offer.error)} /> : null}
        {readOnly ? (
          <p className="text-muted text-xs">
            {tool === null ? 'It is not offered as a tool.' : 'It is offered as a tool.'} Your role can’t
            change that.
          </p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" type="submit" busy={offer.isPending}>
              {tool === null ? 'Offer as a tool' : 'Save tool'}
            </Button>
            {tool === null ? null : (
              <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
                Stop offering
              </Button>
            )}
          </div>
        )}
      </Form>
      {tool === null ? null : (
        <section aria-label="Configuration of the client" className="flex flex-col gap-2">
          <p className="text-muted text-sm">
            Add this to your MCP client. The key needs the scope <code>workflows:run</code>; all tools of this
            workspace come with it.
          </p>
          <CodeBlock code={mcpConfiguration(url, keyProps.apiKey ?? undefined)} label="MCP configuration" />
        </section>
      )}
      {tool === null ? null : <KeyForCalls {...keyProps} />}
    </div>
  );
}
