import { parseTemplate } from '@/lib/core/references/template';
import type { WholeOutputs } from '@/lib/core/references/whole-outputs';
import type { Hole } from './json-tokens';

/**
 * Finds all text in the form of a reference or variable, valid or not; also `<name>`, where JSON or code
 * could not contain anything else.
 */
export function holesByShape(text: string, whole: WholeOutputs): Hole[] {
  if (!text.includes('<') && !text.includes('{{')) return [];
  return parseTemplate(text, () => true, 'ours', whole).parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if (part.kind === 'reference') return [{ start: part.reference.start, end: part.reference.end }];
    return part.slashes % 2 === 1 ? [] : [{ start: part.start, end: part.end }];
  });
}

/** Returns the text with each hole replaced. */
export function inPlaceOf(
  text: string,
  holes: readonly Hole[],
  standIn: (length: number, index: number) => string,
): string {
  let result = '';
  let from = 0;
  for (const [index, { start, end }] of holes.entries()) {
    result += text.slice(from, start) + standIn(end - start, index);
    from = end;
  }
  return result + text.slice(from);
}
