'use client';

import { useRef } from 'react';
import { useFieldControl } from '../ui/field';
import { LatePart, lateModule } from '../ui/late-part';
import { type ScriptInputProps, scriptFrame } from './script-frame';

const editor = lateModule(() => import('./script-editor'));

/** JavaScript in a form. Until the editor has loaded, a plain text field takes what is typed. */
export function ScriptInput(props: ScriptInputProps) {
  const hasFocus = useRef(false);
  return (
    <LatePart quiet from={editor} fallback={<PlainScript {...props} hasFocus={hasFocus} />}>
      {({ ScriptEditor }) => <ScriptEditor {...props} takesFocus={hasFocus.current} />}
    </LatePart>
  );
}

interface PlainScriptProps extends ScriptInputProps {
  hasFocus: { current: boolean };
}

function PlainScript({ value, onChange, readOnly, hasFocus }: PlainScriptProps) {
  return (
    <div className={scriptFrame}>
      <textarea
        {...useFieldControl()}
        value={value}
        readOnly={readOnly}
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize="off"
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={() => {
          hasFocus.current = false;
        }}
        className="block min-h-40 w-full resize-none bg-transparent px-2.5 py-[5px] leading-5 outline-none"
      />
    </div>
  );
}
