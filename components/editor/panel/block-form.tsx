'use client';

import { useMemo } from 'react';
import type { Field } from '@/lib/core/blocks/block';
import type { Block, WorkflowProblem } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs';
import { type AnyDefinition, defaultsOf } from '../document/definition-of';
import { FIELD_KINDS } from '../fields/field-kinds';
import { type FieldProps, problemWords } from '../fields/field-props';
import { countOfTab, type FieldLine, layOutForm, problemsOfField } from '../fields/form-layout';
import { LastRun } from '../run/last-run';
import { setField, setFields } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { problemsOfBlock } from '../store/lookups';
import { spanOf } from '../store/run-state';

export const LAST_RUN_TAB = 'last-run';

/** The form of a block, drawn from its definition. */
export function BlockForm({ block, definition }: { block: Block; definition: AnyDefinition }) {
  const store = useEditorStore();
  const layout = useMemo(() => layOutForm(definition.fields), [definition]);
  const problems = useEditor((state) => problemsOfBlock(state.problems, block.id));
  const wantedTab = useEditor((state) => state.panelTab);
  const span = useEditor((state) => spanOf(state.run.blocks[block.id]));
  const tab = wantedTab ?? layout.tabs[0]?.id ?? LAST_RUN_TAB;
  const line = (fields: FieldLine) => (
    <FormLine
      key={fields.map((field) => field.name).join()}
      fields={fields}
      block={block}
      definition={definition}
      problems={problems}
    />
  );
  const general = problems.filter((problem) => problem.field === undefined);
  return (
    <div data-block-form>
      {layout.head.length > 0 ? (
        <div className="flex flex-col gap-4 px-4 pt-4 pb-3">{layout.head.map(line)}</div>
      ) : null}
      {general.length > 0 ? (
        <p role="status" className="px-4 pt-3 text-warning text-xs">
          {problemWords(general)}
        </p>
      ) : null}
      <Tabs value={tab} onValueChange={(panelTab) => store.setState({ panelTab })}>
        <TabsList className="sticky top-0 z-10 bg-surface">
          {layout.tabs.map((each) => {
            const isBroken = each.lines
              .flat()
              .some((field) => problemsOfField(problems, field.name).length > 0);
            return (
              <TabsTrigger key={each.id} value={each.id} count={countOfTab(each, block.config)}>
                {each.title}
                {isBroken ? <ProblemDot /> : null}
              </TabsTrigger>
            );
          })}
          <TabsTrigger value={LAST_RUN_TAB}>
            Last run
            {span === null ? null : (
              <span
                className={cn(
                  'size-1.5 rounded-full bg-success-solid',
                  span.status === 'error' && 'bg-danger-solid',
                  span.status === 'warning' && 'bg-warning-solid',
                  (span.status === 'skipped' || span.status === 'cancelled') && 'bg-line-strong',
                )}
              />
            )}
          </TabsTrigger>
        </TabsList>
        {layout.tabs.map((each) => (
          <TabsContent key={each.id} value={each.id} className="flex flex-col gap-5 p-4">
            {each.lines.map(line)}
          </TabsContent>
        ))}
        <TabsContent value={LAST_RUN_TAB} className="p-4">
          <LastRun block={block} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

interface FormLineProps {
  fields: FieldLine;
  block: Block;
  definition: AnyDefinition;
  problems: readonly WorkflowProblem[];
}

function FormLine({ fields, block, definition, problems }: FormLineProps) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const defaults = defaultsOf(definition);
  const propsOf = (field: Field): FieldProps => ({
    field,
    blockId: block.id,
    value: block.config[field.name],
    fallback: defaults[field.name],
    onChange: (value) => setField(store, block.id, field.name, value),
    problems: problemsOfField(problems, field.name),
    readOnly,
    form: {
      fields: definition.fields,
      config: block.config,
      onChange: (part, label) => setFields(store, block.id, part, label),
    },
  });
  const [first, second] = fields;
  if (first === undefined) return null;
  if (second === undefined) return <FormField {...propsOf(first)} />;
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-2">
      <FormField {...propsOf(first)} />
      <FormField {...propsOf(second)} />
    </div>
  );
}

function FormField(props: FieldProps) {
  const Control = FIELD_KINDS[props.field.kind];
  return Control === undefined ? null : <Control {...props} />;
}

function ProblemDot() {
  return (
    <>
      <span className="size-1.5 rounded-full bg-warning-solid" aria-hidden />
      <span className="sr-only">has problems</span>
    </>
  );
}
