/** One `-F` argument. */
export interface FormPart {
  name: string;
  value: string;
  /** The file to send; its content isn't in the command. */
  file: string | null;
  /** The value of `;type=`, for this part alone. */
  type: string | null;
  /** The value of `;filename=`, which replaces the file's own name. */
  filename: string | null;
}

const KNOWN_PARAMETER = /^\s*(type|filename|encoder|headers)=/;

/** Reads one `-F` argument; null without `=`. */
export function readFormPart(argument: string): FormPart | null {
  const equals = argument.indexOf('=');
  if (equals === -1) return null;
  const name = argument.slice(0, equals);
  const content = argument.slice(equals + 1);
  const isFile = content.startsWith('@') || content.startsWith('<');
  const { word, rest } = readWord(isFile ? content.slice(1) : content);
  return {
    name,
    value: isFile ? '' : word,
    file: isFile ? word : null,
    type: readType(rest),
    filename: readFilename(rest),
  };
}

export function readLiteralPart(argument: string): FormPart | null {
  const equals = argument.indexOf('=');
  if (equals === -1) return null;
  const name = argument.slice(0, equals);
  return { name, value: argument.slice(equals + 1), file: null, type: null, filename: null };
}

/** Reads up to the next `;`, or a whole quoted text in which `\` escapes. */
function readWord(text: string): { word: string; rest: string } {
  if (text.startsWith('"')) {
    const parts: string[] = [];
    for (let at = 1; at < text.length; at++) {
      const char = text[at] ?? '';
      const next = text[at + 1] ?? '';
      if (char === '"') return { word: parts.join(''), rest: text.slice(at + 1) };
      if (char === '\\' && (next === '"' || next === '\\')) {
        parts.push(next);
        at += 1;
      } else parts.push(char);
    }
  }
  const end = text.indexOf(';');
  return end === -1 ? { word: text, rest: '' } : { word: text.slice(0, end), rest: text.slice(end) };
}

/** Reads the file name, which may hold a `;` in quotes. */
function readFilename(rest: string): string | null {
  const start = /;\s*filename=/.exec(rest);
  if (start === null) return null;
  return readWord(rest.slice(start.index + start[0].length)).word.trim() || null;
}

/** Reads the media type up to a known parameter; it may hold `;` itself (`text/plain; charset=utf-8`). */
function readType(rest: string): string | null {
  let type: string | null = null;
  let isInType = false;
  for (const piece of rest.split(';').slice(1)) {
    const name = KNOWN_PARAMETER.exec(piece)?.[1];
    if (name === 'type') {
      type = piece.slice(piece.indexOf('=') + 1).trim();
      isInType = true;
    } else if (name !== undefined) isInType = false;
    else if (isInType) type = `${type};${piece}`;
  }
  return type;
}
