'use client';

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { FieldNotes } from './field-notes';
import { type FieldProps, problemWords } from './field-props';
import { RowGrip, RowPlace } from './row-grip';
import { moveRow, withoutRow, withRow } from './row-list';
import { McpForm, RequestForm } from './tool-forms';
import { type EditedTool, newTool, savedTool, TOOL_KINDS, toolsOf } from './tool-list';

/** What a model may call, each tool a card. */
export function ToolsField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const tools = toolsOf(value ?? fallback);
  const entries = tools.map((tool, index) => ({ tool, index, id: `tool-${index}` }));
  const list = useRef<HTMLFieldSetElement>(null);
  const save = (next: readonly EditedTool[]) => onChange(next.map(savedTool));
  const add = () => {
    save([...tools, newTool(tools)]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-tool="${tools.length}"] input`)?.focus(),
    );
  };
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-2" data-rows>
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {entries.map(({ tool, index, id }) => (
        <ToolCard
          key={id}
          blockId={blockId}
          tool={tool}
          index={index}
          readOnly={readOnly}
          onChange={(next) => save(withRow(tools, index, next))}
          onRemove={() => save(withoutRow(tools, index))}
          onMove={(from, to) => save(moveRow(tools, from, to))}
        />
      ))}
      {tools.length === 0 ? (
        <p className="text-muted text-xs">No tools yet. The model answers from its prompt alone.</p>
      ) : null}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          Add a tool
        </Button>
      )}
      <FieldNotes help={field.help} error={problemWords(problems)} />
    </fieldset>
  );
}

interface ToolCardProps {
  blockId: string;
  tool: EditedTool;
  index: number;
  readOnly: boolean;
  onChange: (tool: EditedTool) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

function ToolCard({ blockId, tool, index, readOnly, onChange, onRemove, onMove }: ToolCardProps) {
  const name = tool.name || `Tool ${index + 1}`;
  const Form = tool.kind === 'mcp' ? McpForm : RequestForm;
  const change = (part: Partial<EditedTool>) => onChange({ ...tool, ...part });
  return (
    <RowPlace
      index={index}
      label={name}
      onMove={onMove}
      className="flex gap-1 rounded-lg border border-line bg-canvas p-2 pl-1"
    >
      {readOnly ? null : <RowGrip index={index} label={name} onMove={onMove} />}
      <div data-tool={index} className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="grid grid-cols-[1fr_8rem] gap-1.5">
          <Input
            aria-label={`Name of tool ${index + 1}`}
            value={tool.name}
            readOnly={readOnly}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => change({ name: event.target.value })}
          />
          <Select
            aria-label={`Kind of ${name}`}
            value={tool.kind}
            options={TOOL_KINDS}
            disabled={readOnly}
            onValueChange={(kind) => change({ kind })}
          />
        </div>
        <Form blockId={blockId} tool={tool} name={name} readOnly={readOnly} onChange={change} />
      </div>
      {readOnly ? null : (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </RowPlace>
  );
}
