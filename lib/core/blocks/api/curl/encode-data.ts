const VARIABLE = /(\{\{\w+\}\})/;

/** Encodes one argument of `--data-urlencode` or `--url-query` as curl does; null if it names a file. */
export function encodeDataArgument(argument: string): string | null {
  const equals = argument.indexOf('=');
  if (equals !== -1) {
    const name = argument.slice(0, equals);
    return (name === '' ? '' : `${name}=`) + encode(argument.slice(equals + 1));
  }
  return argument.includes('@') ? null : encode(argument);
}

/** Encodes the text of a file given as `name@file` or `@file`. */
export function encodeFileText(argument: string, text: string): string {
  const name = argument.slice(0, argument.indexOf('@'));
  return (name === '' ? '' : `${name}=`) + encode(text);
}

/** Encodes as curl does: all but unreserved characters, a space as `+`. Variables stay readable. */
function encode(text: string): string {
  return text
    .split(VARIABLE)
    .map((part) => (VARIABLE.test(part) ? part : encodePlain(part)))
    .join('');
}

function encodePlain(text: string): string {
  const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
  return encodeURIComponent(wellFormed)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
