import { parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';

/** Sticky: asked for at each character, it must not search the rest of the text. */
const BARE_REFERENCE = /<[A-Za-z_][\w-]*[.[][^<>"\n]*>|\{\{\w+\}\}/y;

/** Indents JSON in which references may be bare values; returns null if it isn't valid. */
export function formatJsonText(text: string): string | null {
  const bare: string[] = [];
  let isInString = false;
  let masked = '';
  for (let at = 0; at < text.length; at++) {
    BARE_REFERENCE.lastIndex = at;
    const match = isInString ? null : BARE_REFERENCE.exec(text);
    if (match !== null) {
      masked += `"ref-xxxxxxxx-${bare.length}"`;
      bare.push(match[0]);
      at += match[0].length - 1;
      continue;
    }
    const char = text[at] ?? '';
    if (isInString && char === '\\') masked += char + (text[++at] ?? '');
    else {
      if (char === '"') isInString = !isInString;
      masked += char;
    }
  }
  try {
    return writeJson(parseExact(masked), null, 2).replace(
      /"ref-xxxxxxxx-(\d+)"/g,
      (_, index) => bare[Number(index)] ?? '',
    );
  } catch {
    return null; // Not JSON yet; the caller says so.
  }
}
