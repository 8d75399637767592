'use client';

import { Send, Square } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { useCommands } from '../../ui/commands';
import { Tooltip } from '../../ui/tooltip';
import { type AnyDefinition, definitionOf } from '../document/definition-of';
import { isUnderWay, useSends } from '../store/send-state';
import { useSendActs } from './use-send';

/** Returns the button's label; null for blocks that can't run alone. */
export function sendWord(definition: AnyDefinition | undefined): string | null {
  if (definition === undefined || !definition.hasInput) return null;
  return definition.outsideWork?.request ? 'Send' : 'Try';
}

export interface SendButtonProps {
  block: Pick<Block, 'id' | 'type'>;
  /** True for the open form's button, which has the shortcut; others have none. */
  hasShortcut?: boolean;
}

export function SendButton({ block, hasShortcut = false }: SendButtonProps) {
  const word = sendWord(definitionOf(block.type));
  return word === null ? null : <ReadyButton blockId={block.id} word={word} hasShortcut={hasShortcut} />;
}

interface ReadyButtonProps {
  blockId: string;
  word: string;
  hasShortcut: boolean;
}

const ReadyButton = memo(function ReadyButton({ blockId, word, hasShortcut }: ReadyButtonProps) {
  const { send, cancel } = useSendActs(blockId);
  const isBusy = useSends((state) => isUnderWay(state.sends[blockId]));
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
});
