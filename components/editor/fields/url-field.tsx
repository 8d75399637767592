'use client';

import { useRef } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { usePastedImport } from '../import/use-pasted-import';
import { ReferenceInput } from '../references/reference-input';
import { type FieldProps, problemWords, textOf } from './field-props';
import { rowsOf } from './row-list';
import { joinQuery, takeQueryRows } from './url-query';

/**
 * An address. A query typed or pasted into it moves into the form's query rows; the rows stand under it as they will be
 * called. A pasted command of another tool configures the whole block.
 */
export function UrlField({
  field,
  blockId,
  value,
  fallback,
  onChange,
  problems,
  readOnly,
  form,
}: FieldProps) {
  const url = textOf(value ?? fallback);
  const rowsField = form.fields.find((other) => other.references === 'query-rows');
  const rows = rowsOf(rowsField === undefined ? undefined : form.config[rowsField.name]);
  const edit = useRef({ isPasting: false, urlBefore: url });
  const pasteImport = usePastedImport(blockId);
  const split = (text: string) => {
    const taken = rowsField === undefined ? null : takeQueryRows(text);
    if (taken === null || rowsField === undefined || taken.rows.length === 0) return false;
    form.onChange({ [field.name]: taken.url, [rowsField.name]: [...taken.rows, ...rows] });
    return true;
  };
  const whole = joinQuery(url, rows);
  return (
    <Field label={field.label} help={url === '' ? field.help : undefined} error={problemWords(problems)}>
      <fieldset
        className="min-w-0"
        aria-label="Address"
        onFocus={() => {
          edit.current = { isPasting: false, urlBefore: url };
        }}
        onBlur={() => {
          // An address that was saved with its query keeps it until somebody changes it.
          if (!readOnly && url !== edit.current.urlBefore) split(url);
        }}
        onPasteCapture={(event) => {
          if (readOnly) return;
          if (pasteImport(event.clipboardData.getData('text/plain'))) {
            event.preventDefault();
            event.stopPropagation();
          } else edit.current.isPasting = true;
        }}
      >
        <ReferenceInput
          blockId={blockId}
          value={url}
          placeholder={field.placeholder}
          readOnly={readOnly}
          mono
          onChange={(text) => {
            const isPasted = edit.current.isPasting;
            edit.current.isPasting = false;
            if (!isPasted || !split(text)) onChange(text);
          }}
        />
      </fieldset>
      {whole === url.trim() ? null : (
        <div className="flex min-w-0 items-center gap-1 text-faint text-xs">
          <span className="truncate font-mono text-2xs" title={whole}>
            {whole}
          </span>
          <CopyButton text={whole} label="Copy the whole address" />
        </div>
      )}
    </Field>
  );
}
