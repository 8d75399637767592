import { useState } from 'react';
import {
  type FindHoles,
  type Rule,
  type Rules,
  readRules,
  writeRules,
} from '@/lib/core/blocks/condition/rules';

export const BLANK: Rule = { field: '', operator: 'equals', value: '' };

/** Incomplete rows, which code can't represent: those without a field yet. */
interface Draft {
  rules: Rules;
  code: string;
  /** True once the owner's expression equals this code. */
  isTaken: boolean;
}

/** Returns an expression as rows; null if rows can't represent it. */
export function useRuleRows(expression: string, findHoles: FindHoles, onChange: (code: string) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft !== null && !draft.isTaken && draft.code === expression) setDraft({ ...draft, isTaken: true });
  const isDraft = draft !== null && (!draft.isTaken || draft.code === expression);
  const shown = isDraft ? draft.rules : readRules(expression, findHoles);
  if (shown === null) return null;
  const rules: Rules = shown.rules.length === 0 ? { join: shown.join, rules: [BLANK] } : shown;
  const change = (next: Rules) => {
    const code = writeRules(next, findHoles);
    setDraft({ rules: next, code, isTaken: code === expression });
    if (code !== expression) onChange(code);
  };
  return { rules, change };
}
