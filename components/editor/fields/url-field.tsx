'use client';

import { useRef, useState } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { usePastedImport } from '../import/use-pasted-import';
import { CurrentValue } from '../references/current-value';
import { ReferenceInput } from '../references/reference-input';
import { useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';
import { useSetting } from '../store/use-setting';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { rowsOf } from './row-list';
import { joinQuery, takeQueryRows } from './url-query';

interface Edit {
  /** The text being pasted; null otherwise. */
  pasted: string | null;
  /** The URL when the field got the focus. */
  urlBefore: string;
  /** True if the previous address was completely deleted at some moment since. */
  wasEmptied: boolean;
  /** True while focused; the focus event repeats when the editor replaces the plain input. */
  isUnderWay: boolean;
}

/** True if one character was typed over the whole text. */
const isAnew = (text: string, before: string) => text.length === 1 && before.length > 2;

/**
 * An address. A query typed or pasted into it moves into the form's query rows; the URL with its rows is
 * shown below as it will be called. A pasted command of another tool configures the whole block.
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
  const url = fieldText(value ?? fallback);
  const rowsField = form.fields.find((other) => other.name === field.queryField);
  const rows = rowsOf(useSetting(blockId, rowsField?.name));
  const store = useEditorStore();
  const edit = useRef<Edit>({ pasted: null, urlBefore: url, wasEmptied: false, isUnderWay: false });
  const [leftBlock, setLeftBlock] = useState<string>();
  // A new block's field is empty because the user has not reached it yet.
  const isUntouched = url === '' && leftBlock !== blockId;
  const pasteImport = usePastedImport(blockId);
  const split = (text: string) => {
    const taken = rowsField === undefined ? null : takeQueryRows(text);
    if (taken === null || rowsField === undefined || taken.rows.length === 0) return false;
    form.onChange({ [field.name]: taken.url, [rowsField.name]: [...taken.rows, ...rows] });
    return true;
  };
  // The rows are the query of the previous address: another address brings its own.
  const replace = (text: string) => {
    if (rowsField === undefined || rows.length === 0) return false;
    const taken = takeQueryRows(text);
    form.onChange({ [field.name]: taken.url, [rowsField.name]: taken.rows }, 'Replace the URL');
    sayChange(store, `Replaced the whole URL: ${countOf(rows.length, 'query row')} removed`);
    return true;
  };
  const whole = joinQuery(url, rows);
  return (
    <Field
      label={field.label}
      help={url === '' ? field.help : undefined}
      error={isUntouched ? undefined : problemNote(problems)}
    >
      <fieldset
        className="min-w-0"
        aria-label="Address"
        data-current-value
        onFocus={() => {
          if (edit.current.isUnderWay) return;
          edit.current = { pasted: null, urlBefore: url, wasEmptied: false, isUnderWay: true };
        }}
        onBlur={() => {
          setLeftBlock(blockId);
          // An address that was saved with its query keeps it until the user changes it.
          const { urlBefore, wasEmptied } = edit.current;
          edit.current.isUnderWay = false;
          if (readOnly || url === urlBefore) return;
          if (!wasEmptied || url === '' || !replace(url)) split(url);
        }}
        onPasteCapture={(event) => {
          if (readOnly) return;
          const text = event.clipboardData.getData('text/plain');
          if (pasteImport(text)) {
            event.preventDefault();
            event.stopPropagation();
          } else edit.current.pasted = text.trim();
        }}
      >
        <ReferenceInput
          blockId={blockId}
          value={url}
          placeholder={field.placeholder}
          readOnly={readOnly}
          whole="none"
          mono
          onChange={(text) => {
            const { pasted, urlBefore } = edit.current;
            edit.current.pasted = null;
            if (text === '' || isAnew(text, url)) edit.current.wasEmptied = urlBefore !== '';
            if (pasted !== null && pasted !== '' && text.trim() === pasted && url !== '' && replace(text))
              return;
            if (pasted === null || !split(text)) onChange(text);
          }}
        />
      </fieldset>
      {whole === url.trim() ? null : (
        <div className="flex min-w-0 items-center gap-1 text-faint text-xs">
          <span className="truncate font-mono text-2xs" title={whole}>
            {whole}
          </span>
          <CopyButton text={whole} label="Copy the full URL" />
        </div>
      )}
      <CurrentValue text={whole} blockId={blockId} language="text" place="none" />
    </Field>
  );
}
