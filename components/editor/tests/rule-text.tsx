'use client';

import { ruleWords } from '@/lib/core/run-tests/covering-rules';
import type { ExpectationRule } from '@/lib/core/run-tests/rule';
import { useEditor } from '../store/editor-context';

/** A rule in words, with the name of its block. */
export function RuleText({ rule }: { rule: ExpectationRule }) {
  const { blockId } = rule;
  const name = useEditor((state) =>
    blockId === undefined ? undefined : state.document.blocks[blockId]?.name,
  );
  if (blockId === undefined) return ruleWords(rule);
  return `${ruleWords(rule)} of ${name === undefined ? 'a deleted block' : `“${name}”`}`;
}
