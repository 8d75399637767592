'use client';

import { useRef, useState } from 'react';
import { useLoadedEditor } from './load-editor';
import { StandIn } from './stand-in';
import type { Caret, ReferenceInputProps } from './text-frame';

/** A text in which `<` offers the outputs of earlier blocks and `{{` the workspace's variables. */
export function ReferenceInput(props: ReferenceInputProps) {
  const Editor = useLoadedEditor(props.language ?? 'text');
  const handedOver = useRef<Caret | null>(null);
  const [isComposing, setComposing] = useState(false);
  if (Editor === null || isComposing)
    return <StandIn {...props} handedOver={handedOver} onComposing={setComposing} />;
  return <Editor {...props} handedOver={handedOver} />;
}
