import { withoutPrompt } from './shell-prompt';

/** Is this text a curl command? Cheap: it looks at the beginning only. */
export function looksLikeCurl(text: string): boolean {
  const start = withoutPrompt(text.slice(0, 4_000)).trimStart();
  return /^(?:(?:sudo|time) +)?(?:[\w./\\:-]{0,200}[\\/])?curl(?:\.exe)?[ \t\u00a0^`\\\r\n]+\S/i.test(start);
}
