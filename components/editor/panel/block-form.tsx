'use client';

import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import { slugOf } from '@/lib/core/references/slug';
import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { wrappedPairClasses } from '../../ui/field';
import { TEXT_CONTROL } from '../../ui/focus-after';
import { Tabs, TabsContent } from '../../ui/tabs';
import { type AnyDefinition, defaultsOf } from '../document/definition-of';
import { FIELD_KINDS } from '../fields/field-kinds';
import { type FieldForm, problemWords } from '../fields/field-props';
import {
  countOfTab,
  type FieldLine,
  type FormLayout,
  helpedBy,
  layOutForm,
  openingTab,
  problemsOfField,
} from '../fields/form-layout';
import { SharedField } from '../references/shared-field';
import { LastRun } from '../run/last-run';
import { setField, setFields } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';
import { leaveField } from '../store/leave-field';
import { problemsOfBlock } from '../store/lookups';
import { useSetting } from '../store/use-setting';
import { FormTabs, LAST_RUN_TAB } from './form-tabs';
import { sectionOf } from './trigger-sections';

/**
 * The form of a block, built from its definition. Each field reads its own value, so that typing in one
 * doesn't re-render the others.
 */
export const BlockForm = memo(function BlockForm(block: Pick<Block, 'id' | 'name'> & FormOf) {
  const { id: blockId, definition } = block;
  const store = useEditorStore();
  const slug = slugOf(block.name);
  const layout = useMemo(() => layOutForm(helpedBy(definition, slug)), [definition, slug]);
  const problems = useEditor((state) => problemsOfBlock(shownProblems(state), blockId));
  const wantedTab = useEditor((state) => state.panelTab);
  // The initial tab; later edits don't switch tabs.
  const [opened] = useState(() =>
    openingTab(layout, problems, store.getState().document.blocks[blockId]?.config ?? {}),
  );
  const tab = wantedTab ?? opened ?? LAST_RUN_TAB;
  const frame = useRef<HTMLDivElement>(null);
  useFieldsLeft(frame, blockId);
  const line = (fields: FieldLine) => (
    <FormLine
      key={fields.map((field) => field.name).join()}
      fields={fields}
      blockId={blockId}
      definition={definition}
    />
  );
  const section = sectionOf(definition);
  const general = problems.filter((problem) => problem.field === undefined);
  return (
    <div ref={frame} data-block-form>
      {section?.place === 'above' ? <section.Content blockId={blockId} /> : null}
      {layout.head.length > 0 ? (
        <div className="flex flex-col gap-4 px-4 pt-4 pb-3">{layout.head.map(line)}</div>
      ) : null}
      {section?.place === 'below' ? <section.Content blockId={blockId} /> : null}
      {general.length > 0 ? (
        <p role="status" className="px-4 pt-3 text-warning text-xs">
          {problemWords(general)}
        </p>
      ) : null}
      <Tabs
        value={tab}
        onValueChange={(panelTab) => store.setState({ panelTab })}
        onClick={(event) => beginTab(event, layout, store.getState().document.blocks[blockId]?.config ?? {})}
      >
        <FormTabs tabs={layout.tabs} blockId={blockId} />
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
});

/** Records the fields that the user has left. */
function useFieldsLeft(frame: RefObject<HTMLElement | null>, blockId: string): void {
  const store = useEditorStore();
  useEffect(() => {
    const form = frame.current;
    const leave = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? target.closest('[data-form-field]') : null;
      const field = place?.getAttribute('data-form-field') ?? null;
      if (place === null || field === null) return;
      // The focus may have moved within the field, or to the editor that replaces a plain text.
      requestAnimationFrame(() => {
        if (!place.contains(document.activeElement)) leaveField(store, blockId, field);
      });
    };
    form?.addEventListener('focusout', leave);
    return () => form?.removeEventListener('focusout', leave);
  }, [store, frame, blockId]);
}

/** Kinds that users write; other settings have defaults and are mostly only looked at. */
const WRITTEN: ReadonlySet<Field['kind']> = new Set(['rows', 'body', 'multiline', 'text', 'code', 'value']);

/** Focuses an empty tab's first field after a click; keyboard users move on to other tabs first. */
function beginTab(event: MouseEvent<HTMLElement>, layout: FormLayout, config: Block['config']): void {
  const form = event.currentTarget;
  const trigger = event.target instanceof Element ? event.target.closest('[role=tab]') : null;
  const tab = layout.tabs.find(({ id }) => id === trigger?.getAttribute('data-tab'));
  const [first] = tab?.lines.flat() ?? [];
  if (event.detail === 0 || tab === undefined || first === undefined) return;
  if (!WRITTEN.has(first.kind) || countOfTab(tab, config) > 0) return;
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>(`[role=tabpanel][data-state=active] ${TEXT_CONTROL}`)?.focus(),
  );
}

interface FormOf {
  definition: AnyDefinition;
}

interface FormLineProps extends FormOf {
  fields: FieldLine;
  blockId: string;
}

function FormLine({ fields, ...form }: FormLineProps) {
  const [first, second] = fields;
  if (first === undefined) return null;
  if (second === undefined) return <FormField field={first} {...form} />;
  return (
    <div
      data-form-line
      className={cn(
        'grid-cols-[7rem_minmax(0,1fr)] gap-x-2',
        // What is said below the narrow field would wrap at each word.
        first.help === undefined ? 'grid items-start gap-y-2' : wrappedPairClasses,
      )}
    >
      <FormField field={first} {...form} />
      <FormField field={second} {...form} />
    </div>
  );
}

const NOTHING_SET = {};

interface FormFieldProps extends FormOf {
  field: Field;
  blockId: string;
}

const FormField = memo(function FormField({ field, blockId, definition }: FormFieldProps) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const value = useSetting(blockId, field.name);
  const isShown = useEditor(({ document }) =>
    field.shownWhen === undefined ? true : field.shownWhen(document.blocks[blockId]?.config ?? NOTHING_SET),
  );
  const ofBlock = useEditor((state) => problemsOfBlock(shownProblems(state), blockId));
  const problems = useMemo(() => problemsOfField(ofBlock, field.name), [ofBlock, field]);
  const form = useMemo(
    (): FieldForm => ({
      fields: definition.fields,
      onChange: (part, label) => setFields(store, blockId, part, label),
      control: (kind) => FIELD_KINDS[kind],
    }),
    [store, blockId, definition],
  );
  const Control = FIELD_KINDS[field.kind];
  if (Control === undefined || !isShown) return null;
  const drawn = (
    <SharedField value={field.name}>
      <Control
        field={field}
        blockId={blockId}
        value={value}
        fallback={defaultsOf(definition)[field.name]}
        onChange={(next) => setField(store, blockId, field.name, next)}
        problems={problems}
        readOnly={readOnly}
        form={form}
      />
    </SharedField>
  );
  return (
    <div
      data-form-field={field.name}
      {...(field.startsHere ? { 'data-begin': true } : {})}
      className="contents"
    >
      {drawn}
    </div>
  );
});
