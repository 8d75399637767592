'use client';

import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { Field } from '../../ui/field';
import { Segmented } from '../../ui/segmented';
import { ReferenceInput } from '../references/reference-input';
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
const JSON_HELP = 'A reference in quotes is text; outside quotes it keeps its type.';

/** The kind of a body and its editor. Going from one kind to another and back keeps what was written. */
export function BodyField(props: FieldProps) {
  const { field, blockId, value, fallback, onChange, problems, readOnly } = props;
  const body = { kind: 'none', ...((value ?? fallback) as object | undefined) } as EditedBody;
  const change = (part: Partial<EditedBody>) => onChange({ ...body, ...part });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" disabled={readOnly}>
      <legend className="sr-only">{field.label}</legend>
      <Segmented
        aria-label="Body type"
        value={body.kind}
        options={KINDS}
        onValueChange={(kind) => change({ kind })}
        className="max-w-full self-start overflow-x-auto"
      />
      <BodyEditor {...{ body, blockId, readOnly, change, problems }} place={field.name} />
      {body.kind === 'none' ? null : <UnusedNote field={field} blockId={blockId} />}
      {field.help === undefined ? null : <p className="text-muted text-xs">{field.help}</p>}
    </fieldset>
  );
}

/** Why the block, as it is set, sends no body. */
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
  /** Of the body in the config. */
  place: string;
}

function BodyEditor({ body, blockId, readOnly, change, problems, place }: BodyEditorProps) {
  const at = (member: string) => problemNote(problemsAt(problems, `${place}.${member}`));
  /** Also of what has no input of its own. */
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
          {...{ body, blockId, readOnly, change }}
          queryError={allBut('variables')}
          variablesError={at('variables')}
          variablesHelp={JSON_HELP}
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
      return <p className="text-faint text-xs">No body is sent.</p>;
    default:
      // A document that came from elsewhere may name any kind.
      return <FieldNotes error={allBut()} />;
  }
}
