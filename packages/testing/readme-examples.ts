import { readFileSync } from 'node:fs';
import { fencesOf } from '../../scripts/testing/guide-fences';

/** A program of a README, and what it prints. */
export interface ReadmeExample {
  /** Such as `README.md:26`. */
  at: string;
  program: string;
  printed: string;
}

/**
 * Returns the fences `<language> example` of a page, each with the `text output` behind it.
 * @throws Error for an example without one, and for an output without an example
 */
export function readmeExamples(page: string, language: string): ReadmeExample[] {
  const fences = fencesOf(page, readFileSync(page, 'utf8'));
  return fences.flatMap((fence, index) => {
    const [before, next] = [fences[index - 1], fences[index + 1]];
    const at = `${page}:${fence.line}`;
    if (fence.language === 'text output' && before?.language !== `${language} example`)
      throw new Error(`${at} stands behind no example.`);
    if (fence.language !== `${language} example`) return [];
    if (next?.language !== 'text output') throw new Error(`${at} is followed by no output.`);
    return [{ at, program: fence.text, printed: next.text }];
  });
}
