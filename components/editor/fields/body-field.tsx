'use client';

import { useRef } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { Field } from '../../ui/field';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import { Segmented } from '../../ui/segmented';
import { ReferenceInput } from '../references/reference-input';
import { useEditor } from '../store/editor-context';
import { useConfig } from '../store/use-setting';
import type { EditedBody } from './edited-body';
import { FieldNotes } from './field-notes';
import { type FieldProps, fieldText } from './field-props';
import { FormRows } from './form-rows';
import { GraphqlBody } from './graphql-body';
import { CONTENT_TYPE_SUGGESTIONS, suggestFrom } from './header-suggestions';
import { problemNote } from './problem-note';
import { problemsAt, problemsElsewhere } from './problem-places';
import { rowsOf } from './row-list';
import { SuggestedInput } from './suggested-input';

const KINDS = [
  { value: 'none', label: 'None' },
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form' },
  { value: 'multipart', label: 'Multipart' },
  { value: 'raw', label: 'Text' },
  { value: 'graphql', label: 'GraphQL' },
] as const;

const RAW_HELP = 'One reference alone to a file sends its bytes, as the type that the file has.';
const JSON_HELP = 'A reference in quotes is text; outside quotes it keeps its type. Empty: no body is sent.';
const VARIABLES_HELP = 'A reference in quotes is text; outside quotes it keeps its type.';

/** The kind of a body and its editor. Switching to another kind and back keeps the entered text. */
export function BodyField(props: FieldProps) {
  const { field, blockId, value, fallback, onChange, problems, readOnly } = props;
  // If a body is sent, it is mostly JSON: that editor is shown by default, and empty it sends nothing.
  const isUsed = useEditor(
    ({ document }) =>
      field.unused !== undefined && field.unused(document.blocks[blockId]?.config ?? {}) === null,
  );
  const preset = value === undefined && isUsed ? { kind: 'json' } : fallback;
  const body = { kind: 'none', ...((value ?? preset) as object | undefined) } as EditedBody;
  const frame = useRef<HTMLFieldSetElement>(null);
  const change = (part: Partial<EditedBody>) => onChange({ ...body, ...part });
  return (
    <fieldset ref={frame} className="flex min-w-0 flex-col gap-3" disabled={readOnly}>
      <legend className="sr-only">{field.label}</legend>
      <Segmented
        aria-label="Body type"
        value={body.kind}
        options={KINDS}
        onValueChange={(kind) =>
          focusAfter(
            () => change({ kind }),
            () => textOf(frame.current, kind),
          )
        }
        className="max-w-full self-start overflow-x-auto"
      />
      <BodyEditor
        body={body}
        blockId={blockId}
        readOnly={readOnly}
        change={change}
        problems={problems}
        place={field.name}
      />
      {body.kind === 'none' ? null : <UnusedNote field={field} blockId={blockId} />}
      {field.help === undefined ? null : <p className="text-muted text-xs">{field.help}</p>}
    </fieldset>
  );
}

/** Returns a kind's main input; a text has an input for its type before it, which rarely changes. */
function textOf(frame: HTMLElement | null, kind: EditedBody['kind']): HTMLElement | undefined {
  const texts = [...(frame?.querySelectorAll<HTMLElement>(TEXT_CONTROL) ?? [])];
  return kind === 'raw' ? texts.at(-1) : texts[0];
}

/** Explains why the block with its current settings sends no body. */
function UnusedNote({ field, blockId }: Pick<FieldProps, 'field' | 'blockId'>) {
  const words = field.unused?.(useConfig(blockId)) ?? null;
  if (words === null) return null;
  return (
    <p role="status" className="text-warning text-xs">
      {words}
    </p>
  );
}

interface BodyEditorProps {
  body: EditedBody;
  blockId: string;
  readOnly: boolean;
  change: (part: Partial<EditedBody>) => void;
  problems: readonly WorkflowProblem[];
  /** The path of the body in the config. */
  place: string;
}

function BodyEditor({ body, blockId, readOnly, change, problems, place }: BodyEditorProps) {
  const at = (member: string) => problemNote(problemsAt(problems, `${place}.${member}`));
  /** Returns all other problems, including those of settings without an input. */
  const allBut = (...members: string[]) =>
    problemNote(
      problemsElsewhere(
        problems,
        members.map((member) => `${place}.${member}`),
      ),
    );
  const code = { blockId, readOnly, multiline: true, mono: true };
  switch (body.kind) {
    case 'json':
      return (
        <Field label="JSON" help={JSON_HELP} error={allBut()}>
          <ReferenceInput
            {...code}
            language="json"
            value={fieldText(body.value)}
            placeholder={'{\n  "name": "<start.name>"\n}'}
            minRows={8}
            onChange={(value) => change({ value })}
          />
        </Field>
      );
    case 'raw':
      return (
        <>
          <Field label="Content type" error={at('contentType')}>
            <SuggestedInput
              label="content types"
              value={fieldText(body.contentType)}
              options={suggestFrom(CONTENT_TYPE_SUGGESTIONS, fieldText(body.contentType))}
              onChoose={(contentType) => change({ contentType })}
            >
              <ReferenceInput
                blockId={blockId}
                readOnly={readOnly}
                mono
                value={fieldText(body.contentType)}
                placeholder="text/plain; charset=utf-8"
                onChange={(contentType) => change({ contentType: contentType || undefined })}
              />
            </SuggestedInput>
          </Field>
          <Field label="Text" help={RAW_HELP} error={allBut('contentType')}>
            <ReferenceInput {...code} value={fieldText(body.value)} onChange={(value) => change({ value })} />
          </Field>
        </>
      );
    case 'graphql':
      return (
        <GraphqlBody
          body={body}
          blockId={blockId}
          readOnly={readOnly}
          change={change}
          queryError={allBut('variables')}
          variablesError={at('variables')}
          variablesHelp={VARIABLES_HELP}
        />
      );
    case 'form':
    case 'multipart':
      return (
        <FormRows
          isMultipart={body.kind === 'multipart'}
          rows={rowsOf(body.rows)}
          blockId={blockId}
          readOnly={readOnly}
          onChange={(rows) => change({ rows })}
          problems={problems}
          place={`${place}.rows`}
        />
      );
    case 'none':
      return <p className="text-faint text-xs">This request has no body.</p>;
    default:
      // An imported document may name any kind.
      return <FieldNotes error={allBut()} />;
  }
}
