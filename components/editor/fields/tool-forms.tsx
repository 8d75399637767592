'use client';

import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { carriesBody, REQUEST_METHODS } from '@/lib/platform/outbound-http/methods';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { ReferenceInput } from '../references/reference-input';
import { ConnectionMember } from './connection-member';
import { HEADER_SUGGESTIONS } from './header-suggestions';
import { PlaceError } from './place-error';
import { problemNote } from './problem-note';
import { problemsAt } from './problem-places';
import { problemsByRow } from './row-problems';
import { RowTable } from './row-table';
import { type EditedTool, parameterNames } from './tool-list';
import { ToolParameters } from './tool-parameters';
import { OtherWorkflowPicker } from './workflow-field';

interface ToolFormProps {
  blockId: string;
  tool: EditedTool;
  /** Identifies the tool for screen reader users. */
  name: string;
  readOnly: boolean;
  problems: readonly WorkflowProblem[];
  /** The path of the tool in the config: `tools.1`. */
  place: string;
  onChange: (part: Partial<EditedTool>) => void;
}

const METHODS = REQUEST_METHODS.map((value) => ({ value, label: value }));

/** Form of a request whose `<args.…>` the model fills in. */
export function RequestForm(props: ToolFormProps) {
  const { blockId, tool, name, readOnly, problems, place, onChange } = props;
  const text = { blockId, readOnly, mono: true, args: parameterNames(tool) };
  return (
    <>
      <Description {...props} />
      <ToolParameters
        schema={tool.parameters}
        tool={name}
        readOnly={readOnly}
        onChange={(parameters) => onChange({ parameters })}
      />
      <PlaceError problems={problems} place={`${place}.parameters`} />
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-1.5">
        <Select
          aria-label={`Method of ${name}`}
          value={tool.method}
          options={METHODS}
          disabled={readOnly}
          onValueChange={(method) => onChange({ method })}
        />
        <ReferenceInput
          {...text}
          aria-label={`URL of ${name}`}
          whole="none"
          value={tool.url}
          placeholder="https://api.example.com/weather?city=<args.city>"
          onChange={(url) => onChange({ url })}
        />
      </div>
      <PlaceError problems={problems} place={`${place}.url`} />
      <ToolConnection {...props} />
      <HeaderRows {...props} />
      {!carriesBody(tool.method) ? null : (
        <ReferenceInput
          {...text}
          aria-label={`JSON body of ${name}`}
          value={tool.body}
          placeholder='{"city": "<args.city>"}'
          multiline
          minRows={3}
          language="json"
          onChange={(body) => onChange({ body })}
        />
      )}
      <PlaceError problems={problems} place={`${place}.body`} />
    </>
  );
}

/** Form of a server that lists its tools itself. */
export function McpForm(props: ToolFormProps) {
  const { blockId, tool, name, readOnly, problems, place, onChange } = props;
  return (
    <>
      <ReferenceInput
        blockId={blockId}
        readOnly={readOnly}
        mono
        aria-label={`URL of ${name}`}
        whole="none"
        value={tool.url}
        placeholder="https://mcp.example.com/mcp"
        onChange={(url) => onChange({ url })}
      />
      <PlaceError problems={problems} place={`${place}.url`} />
      <ToolConnection {...props} />
      <HeaderRows {...props} />
      <Input
        aria-label={`Tools of ${name} to offer`}
        placeholder="All its tools; or names, separated by commas"
        value={tool.only}
        readOnly={readOnly}
        spellCheck={false}
        className="font-mono text-xs"
        onChange={(event) => onChange({ only: event.target.value })}
      />
    </>
  );
}

/** Form of a workflow as a tool; its inputs are the parameters. */
export function WorkflowForm(props: ToolFormProps) {
  const { tool, name, readOnly, problems, place, onChange } = props;
  return (
    <>
      <Description {...props} />
      <OtherWorkflowPicker
        label={`Workflow of ${name}`}
        id={tool.workflowId}
        problem={problemNote(problemsAt(problems, `${place}.workflowId`))}
        readOnly={readOnly}
        onChange={(workflowId) => onChange({ workflowId })}
      />
    </>
  );
}

const Description = ({ tool, name, readOnly, onChange }: ToolFormProps) => (
  <Textarea
    aria-label={`Description of ${name}`}
    placeholder="What it does and when to use it, for the model"
    value={tool.description}
    rows={2}
    readOnly={readOnly}
    onChange={(event) => onChange({ description: event.target.value })}
  />
);

const ToolConnection = ({ tool, name, readOnly, problems, place, onChange }: ToolFormProps) => (
  <ConnectionMember
    label={`Connection of ${name}`}
    value={tool.connectionId}
    none="None"
    readOnly={readOnly}
    error={problemNote(problemsAt(problems, `${place}.connectionId`))}
    onChange={(connectionId) => onChange({ connectionId })}
  />
);

const HeaderRows = ({ blockId, tool, name, readOnly, problems, place, onChange }: ToolFormProps) => (
  <RowTable
    label={`Headers of ${name}`}
    blockId={blockId}
    rows={tool.headers}
    readOnly={readOnly}
    problems={problemsByRow(problemsAt(problems, `${place}.headers`), `${place}.headers`).byRow}
    suggestions={HEADER_SUGGESTIONS}
    onChange={(headers) => onChange({ headers })}
  />
);
