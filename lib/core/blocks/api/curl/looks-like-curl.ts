import { withoutPrompt } from './shell-prompt';

/** True if a text looks like a curl command. Cheap: only the beginning is read. */
export function looksLikeCurl(text: string): boolean {
  const start = withoutPrompt(text.slice(0, 4_000)).trimStart();
  return /^(?:(?:sudo|time) +)?(?:[\w./\\:-]{0,200}[\\/])?curl(?:\.exe)?[ \t\u00a0^`\\\r\n]+\S/i.test(start);
}
