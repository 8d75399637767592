'use client';

import { useState } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { Input } from '../../ui/input';
import { LatePart, lateModule } from '../../ui/late-part';
import { Select } from '../../ui/select';
import type { FieldProps } from './field-props';
import { PlaceError } from './place-error';
import { problemsAt, problemsElsewhere } from './problem-places';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';
import { McpForm, RequestForm, WorkflowForm } from './tool-forms';
import { type EditedTool, newTool, savedTool, TOOL_KINDS, toolsOf } from './tool-list';

/** Loaded on demand: most agents have tools of their own. */
const dialog = lateModule(() => import('./library-tools-dialog'));

/** The tools that a model may call, each a card. */
export function ToolsField({ blockId, value, fallback, onChange, problems, ...field }: FieldProps) {
  const tools = toolsOf(value ?? fallback);
  const places = tools.map((_, index) => `${field.field.name}.${index}`);
  const entries = tools.map((tool, index) => ({ tool, index, id: `tool-${index}` }));
  const save = (next: readonly EditedTool[]) => onChange(next.map(savedTool));
  return (
    <RowCards
      {...field}
      problems={problemsElsewhere(problems, places)}
      addLabel="Add a tool"
      onAdd={() => save([...tools, newTool(tools)])}
      focusesAdded
      offers={
        field.readOnly ? null : <FromLibrary tools={tools} onAdd={(added) => save([...tools, ...added])} />
      }
      empty={<p className="text-muted text-xs">No tools yet. The model answers from its prompt alone.</p>}
    >
      {entries.map(({ tool, index, id }) => (
        <ToolCard
          key={id}
          blockId={blockId}
          row={tool}
          index={index}
          readOnly={field.readOnly}
          problems={problemsAt(problems, places[index] ?? '')}
          place={places[index] ?? ''}
          {...actsOfRow(tools, index, save)}
        />
      ))}
    </RowCards>
  );
}

interface FromLibraryProps {
  tools: readonly EditedTool[];
  onAdd: (added: EditedTool[]) => void;
}

function FromLibrary({ tools, onAdd }: FromLibraryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Add tools from the library
      </Button>
      {isOpen ? (
        <LatePart from={dialog} onClose={() => setOpen(false)}>
          {({ LibraryToolsDialog }) => (
            <LibraryToolsDialog tools={tools} onAdd={onAdd} onClose={() => setOpen(false)} />
          )}
        </LatePart>
      ) : null}
    </>
  );
}

interface ToolCardProps extends RowProps<EditedTool> {
  blockId: string;
  problems: readonly WorkflowProblem[];
  /** The path of the tool in the config: `tools.1`. */
  place: string;
}

function ToolCard({ blockId, row: tool, problems, place, onChange, ...card }: ToolCardProps) {
  const { index, readOnly } = card;
  const name = tool.name || `Tool ${index + 1}`;
  const Form = { mcp: McpForm, workflow: WorkflowForm, request: RequestForm }[tool.kind];
  const change = (part: Partial<EditedTool>) => onChange({ ...tool, ...part });
  return (
    <RowCard {...card} label={name}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="grid grid-cols-[1fr_8rem] gap-1.5">
          <Input
            aria-label={`Name of tool ${index + 1}`}
            value={tool.name}
            readOnly={readOnly}
            spellCheck={false}
            className="font-mono text-xs"
            aria-invalid={problemsAt(problems, `${place}.name`).length > 0 || undefined}
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
        <PlaceError problems={problems} place={`${place}.name`} />
        <Form
          blockId={blockId}
          tool={tool}
          name={name}
          readOnly={readOnly}
          problems={problems}
          place={place}
          onChange={change}
        />
      </div>
    </RowCard>
  );
}
