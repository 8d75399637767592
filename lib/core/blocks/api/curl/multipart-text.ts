import type { FormPart } from './form-part';

// The patterns are applied one after the other from the front, so that no text is scanned twice.
const NAME = /^content-disposition: *form-data; *name="([^"]*)"/i;
const FILE = /^; *filename="?([^";]*)"?/i;
const TYPE = /^content-type:(.*)$/i;

/** Parses a multipart body as browsers copy it; null if it is incomplete or has other headers. */
export function readMultipartText(text: string, contentType: string): FormPart[] | null {
  const boundary = /;\s*boundary="?([^";,\s]{1,200})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const sections = text.split(`--${boundary}`);
  if (sections.shift() !== '' || sections.pop()?.trim() !== '--') return null;
  const parts: FormPart[] = [];
  for (const section of sections) {
    const blank = section.indexOf(eol + eol);
    if (!section.startsWith(eol) || blank === -1 || !section.endsWith(eol)) return null;
    const value = section.slice(blank + 2 * eol.length, -eol.length);
    const part: FormPart = { name: '', value, file: null, type: null, filename: null };
    for (const line of section.slice(eol.length, blank).split(eol)) {
      const named = readDisposition(line);
      const typed = TYPE.exec(line);
      if (named !== null) [part.name, part.file] = named;
      else if (typed !== null) part.type = (typed[1] ?? '').replace(/^ +/, '');
      else return null;
    }
    parts.push(part);
  }
  return parts;
}

function readDisposition(line: string): [name: string, file: string | null] | null {
  const named = NAME.exec(line);
  if (named === null) return null;
  const rest = line.slice(named[0].length);
  const file = FILE.exec(rest);
  if (rest.slice(file?.[0].length ?? 0).trim() !== '') return null;
  return [unescapeName(named[1] ?? ''), file?.[1] ?? null];
}

/** Decodes the percent codes that browsers write for quotes and line ends in names. */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}
