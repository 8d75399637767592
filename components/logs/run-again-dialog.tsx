'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { client } from '@/lib/platform/http/client';
import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import type { LogDetail } from '@/lib/services/logs/schema';
import { runAgainEndpoint } from '@/lib/services/replay/endpoints';
import type { AgainVersion } from '@/lib/services/replay/schema';
import { executeWorkflowEndpoint } from '@/lib/services/runs/endpoints';
import { laterBlocks, type RunStart } from './run-start';
import { sayRunEnd } from './say-run-end';
import { SentAgainNotice } from './sent-again-notice';
import { useVersionChoices } from './version-choices';

/** The placeholder of a secret in a log. */
const MASK = /\{\{\w+\}\}|\*\*\*/;
const BEGINNING = 'beginning';

export interface RunAgainDialogProps {
  log: LogDetail;
  start: RunStart;
  /** The block proposed as the start of the new run. */
  from?: string;
  onClose: () => void;
}

interface Asked {
  version: AgainVersion;
  from: string | null;
  /** A different input; null for the original one. */
  input: Record<string, unknown> | null;
}

/** Asks for the version, the block to start from and the input, and runs the workflow again. */
export function RunAgainDialog({ log, start, from: proposed, onClose }: RunAgainDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const [given] = useState(() => (start.input === null ? '' : writeJson(start.input, null, 2)));
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState<AgainVersion | null>(proposed ? 'original' : null);
  const { options, proposed: usual } = useVersionChoices(log.workflowId);
  const version = options.find(({ value }) => value === chosen)?.value ?? usual;
  const [from, setFrom] = useState(proposed ?? BEGINNING);
  const [problem, setProblem] = useState<string>();
  const isWhole = from === BEGINNING;
  const run = useMutation({
    mutationFn: (asked: Asked) => startAgain(log, asked),
    onSuccess: (answer) => {
      onClose();
      sayRunEnd(answer, { workspaceId, goTo: router.push });
    },
    meta: { quiet: true },
  });
  const submit = () => {
    const isChanged = isWhole && text !== given;
    const input = isChanged ? readInput(text) : null;
    if (typeof input === 'string') return setProblem(input);
    if (input !== null && version === 'original' && log.version === null)
      return setProblem('The draft as it was can only run with the same input. Choose another version.');
    setProblem(undefined);
    run.mutate({ version, from: isWhole ? null : from, input });
  };
  const blocks = laterBlocks(log);
  return (
    <FormDialog
      size="lg"
      title="Run again"
      description={
        isWhole
          ? 'A new run: its requests are sent again.'
          : 'A new run. Blocks that do not come after the chosen one keep their outputs and do not run again.'
      }
      submitLabel="Run"
      form={{ error: run.error, notice: null, onSubmit: submit }}
      busy={run.isPending}
      onClose={onClose}
    >
      <Segmented
        aria-label="Version"
        value={version}
        onValueChange={setChosen}
        options={options}
        className="self-start"
      />
      {blocks.length === 0 ? null : (
        <Field label="From">
          <Select
            value={from}
            onValueChange={setFrom}
            options={[
              { value: BEGINNING, label: 'The beginning' },
              ...blocks.map(({ blockId, name, status }) => ({
                value: blockId,
                label: status === 'error' ? `${name} (failed)` : name,
              })),
            ]}
          />
        </Field>
      )}
      <SentAgainNotice log={log} from={isWhole ? null : from} />
      {isWhole ? <StartInput start={start} text={text} problem={problem} onChange={setText} /> : null}
      {run.isError ? <Notice tone="danger">{errorWords(run.error)}</Notice> : null}
    </FormDialog>
  );
}

interface StartInputProps {
  start: RunStart;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function StartInput({ start, text, problem, onChange }: StartInputProps) {
  if (start.input === null)
    return (
      <Notice>
        It starts with the output of “{start.span.name}” in this run. Credentials in it were not kept.
      </Notice>
    );
  return (
    <>
      <Field label="Input" help="JSON, prefilled with the input of this run." error={problem}>
        <Textarea
          rows={10}
          spellCheck={false}
          className="font-mono text-xs"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {MASK.test(text) ? (
        <Notice tone="warning">Secrets are not kept in logs: replace their placeholders.</Notice>
      ) : null}
    </>
  );
}

/** A different input starts an ordinary run; with the same input the new log refers to the repeated run. */
function startAgain(log: LogDetail, { version, from, input }: Asked) {
  if (input === null)
    return client.call(runAgainEndpoint, {
      params: { id: log.id },
      query: { version, ...(from !== null && { from }) },
    });
  return client.call(executeWorkflowEndpoint, {
    params: { id: log.workflowId },
    query: { version: version === 'original' && log.version !== null ? String(log.version) : version },
    body: { input },
  });
}

/** Returns the parsed input, or a message about its error. */
function readInput(text: string): string | Record<string, unknown> {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : 'Enter an object: the fields of the Start block by name.';
  } catch (error) {
    return `This is not valid JSON: ${(error as Error).message}`;
  }
}
