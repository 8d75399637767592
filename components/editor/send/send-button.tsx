'use client';

import { Send, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { useCommands } from '../../ui/commands';
import { Tooltip } from '../../ui/tooltip';
import { type AnyDefinition, definitionOf } from '../document/definition-of';
import { isUnderWay, useSends } from './send-state';
import { useSend } from './use-send';

/** The word on the button; null for what can't be run alone. */
export function sendWord(definition: AnyDefinition | undefined): string | null {
  if (definition === undefined || !definition.hasInput) return null;
  return definition.sendsRequest ? 'Send' : 'Try';
}

export interface SendButtonProps {
  block: Block;
  /** Of the open form: takes the shortcut. The others only press. */
  hasShortcut?: boolean;
}

export function SendButton({ block, hasShortcut = false }: SendButtonProps) {
  const word = sendWord(definitionOf(block.type));
  return word === null ? null : <ReadyButton block={block} word={word} hasShortcut={hasShortcut} />;
}

function ReadyButton({ block, word, hasShortcut }: Required<SendButtonProps> & { word: string }) {
  const { send, cancel } = useSend(block.id);
  const isBusy = useSends((state) => isUnderWay(state.sends[block.id]));
  const commands = useMemo(
    () =>
      hasShortcut
        ? [
            {
              id: 'send-alone',
              title: `${word} this block alone`,
              group: 'Workflow',
              icon: Send,
              shortcut: 'mod+shift+enter',
              run: send,
            },
          ]
        : [],
    [word, send, hasShortcut],
  );
  useCommands(commands);
  if (isBusy)
    return (
      <Button size="sm" onClick={cancel}>
        <Square aria-hidden className="fill-current" />
        Cancel
      </Button>
    );
  return (
    <Tooltip content={`${word} this block alone`} shortcut="mod+shift+enter">
      <Button size="sm" onClick={send}>
        <Send aria-hidden />
        {word}
      </Button>
    </Tooltip>
  );
}
