'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { Textarea } from '@/components/ui/textarea';
import { client } from '@/lib/platform/http/client';
import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { executeWorkflowEndpoint } from '@/lib/services/runs/endpoints';
import { sayRunEnd } from './say-run-end';

type Choice = 'live' | 'draft';

const CHOICES: ReadonlyArray<{ value: Choice; label: string }> = [
  { value: 'live', label: 'Live version' },
  { value: 'draft', label: 'Draft' },
];
/** What stands in a log for a secret. */
const MASK = /\{\{\w+\}\}|\*\*\*/;

export interface RunAgainDialogProps {
  workflowId: string;
  /** What the run was given, as its log has it. */
  input: Record<string, unknown>;
  onClose: () => void;
}

/** Asks for the input, which is that of a past run until it is changed, and runs the workflow with it. */
export function RunAgainDialog({ workflowId, input, onClose }: RunAgainDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const [text, setText] = useState(() => writeJson(input, null, 2));
  const [version, setVersion] = useState<Choice>('live');
  const [problem, setProblem] = useState<string>();
  const run = useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      client.call(executeWorkflowEndpoint, {
        params: { id: workflowId },
        query: { version },
        body: { input: given },
      }),
    onSuccess: (answer) => {
      onClose();
      sayRunEnd(answer, { workspaceId, goTo: router.push });
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = readInput(text);
    if (typeof given === 'string') return setProblem(given);
    setProblem(undefined);
    run.mutate(given);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Run again"
      description="A new run, which sends its requests anew."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="run-again" busy={run.isPending}>
            Run
          </Button>
        </>
      }
    >
      <form id="run-again" onSubmit={submit} className="flex flex-col gap-4">
        <Segmented aria-label="Version" value={version} onValueChange={setVersion} options={CHOICES} />
        <Field label="Input" help="JSON, as the run was given it." error={problem}>
          <Textarea
            rows={12}
            spellCheck={false}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {MASK.test(text) ? (
          <Notice tone="warning">Secrets are not kept in logs: replace what stands for them.</Notice>
        ) : null}
        {run.isError ? <Notice tone="danger">{errorWords(run.error)}</Notice> : null}
      </form>
    </Dialog>
  );
}

/** What is wrong with it, or the input. */
function readInput(text: string): string | Record<string, unknown> {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : 'Enter an object: the fields of the Start block by name.';
  } catch (error) {
    return `This is not valid JSON: ${(error as Error).message}`;
  }
}
