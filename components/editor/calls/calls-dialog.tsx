'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block';
import { Dialog } from '../../ui/dialog';
import { Segmented } from '../../ui/segmented';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs';
import { inputsOfRun } from '../fields/inputs-of-run';
import { useEditor } from '../store/editor-context';
import { versionsQuery } from '../versions/version-queries';
import { type CallLanguage, type CallMode, callSnippet } from './call-snippets';
import { KeyForCalls, type KeyForCallsProps } from './key-for-calls';
import { ToolForm } from './tool-form';

export type CallsTab = CallLanguage | 'mcp';

const LANGUAGES: ReadonlyArray<{ id: CallLanguage; label: string }> = [
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
];

const MODES: ReadonlyArray<{ value: CallMode; label: string; help: string }> = [
  {
    value: 'envelope',
    label: 'Wait',
    help: 'Waits for the run, then returns status, output and error as JSON.',
  },
  {
    value: 'response',
    label: 'Response block',
    help: 'Waits for the run, then returns the Response block’s status, headers and body.',
  },
  {
    value: 'async',
    label: 'Queue',
    help: 'Returns 202 immediately. Poll the execution’s status URL for the result.',
  },
];

interface CallsDialogProps {
  tab: CallsTab;
  onTab: (tab: CallsTab) => void;
  onClose: () => void;
}

/** Shows programs that run this workflow with its own inputs, and the form that offers it to MCP clients. */
export function CallsDialog({ tab, onTab, onClose }: CallsDialogProps) {
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Call this workflow"
      description="From your own code, or as a tool of an AI assistant."
    >
      <Tabs value={tab} onValueChange={(value) => onTab(value as CallsTab)}>
        <TabsList aria-label="Ways to call it" className="px-1.5">
          {LANGUAGES.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
          <TabsTrigger value="mcp">MCP tool</TabsTrigger>
        </TabsList>
        {LANGUAGES.map(({ id, label }) => (
          <TabsContent key={id} value={id} className="pt-4">
            <Snippet language={id} label={label} apiKey={apiKey} onCreated={setApiKey} />
          </TabsContent>
        ))}
        <TabsContent value="mcp" className="pt-4">
          <ToolForm apiKey={apiKey} onCreated={setApiKey} />
        </TabsContent>
      </Tabs>
    </Dialog>
  );
}

interface SnippetProps extends KeyForCallsProps {
  language: CallLanguage;
  label: string;
}

function Snippet({ language, label, apiKey, onCreated }: SnippetProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const document = useEditor((state) => state.document);
  const [mode, setMode] = useState<CallMode>('envelope');
  const { origin } = window.location;
  const called = { origin, workflowId, inputs: inputsOfRun(document) };
  const code = callSnippet(language, apiKey === null ? called : { ...called, apiKey }, mode);
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        aria-label="What the caller gets"
        value={mode}
        onValueChange={setMode}
        options={MODES}
        className="self-start"
      />
      <p className="text-muted text-sm">{MODES.find(({ value }) => value === mode)?.help}</p>
      <CodeBlock code={code} label={`${label} code`} />
      <KeyForCalls apiKey={apiKey} onCreated={onCreated} />
      <CalledVersion />
    </div>
  );
}

/** Says which version calls run. */
function CalledVersion() {
  const workflowId = useEditor((state) => state.workflowId);
  const liveVersion = useEditor((state) => state.liveVersion);
  const versions = useInfiniteQuery({ ...versionsQuery(workflowId), enabled: liveVersion === null });
  const isUnpublished = liveVersion === null && (versions.data?.pages[0]?.data.length ?? 0) > 0;
  const words =
    liveVersion === null
      ? 'Calls run the draft until you publish the workflow, then the live version.'
      : `Calls run version ${liveVersion}, which is live. Add version=draft to run the draft.`;
  return (
    <p className="text-muted text-xs">
      {isUnpublished
        ? 'The workflow is unpublished, so calls are refused. Publish it, or add version=draft.'
        : words}
    </p>
  );
}
