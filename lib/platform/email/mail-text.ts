const MAX_NAME_CHARACTERS = 60;

/** Formats a name that a user chose for use in our own sentences: quoted, on one line, and cut. */
export function quotedName(name: string): string {
  const line = [
    ...name
      .replace(/[\p{C}\s]+/gu, ' ')
      .replaceAll('"', "'")
      .trim(),
  ];
  const cut = line.length <= MAX_NAME_CHARACTERS ? line : [...line.slice(0, MAX_NAME_CHARACTERS - 1), '…'];
  return `"${cut.join('')}"`;
}

/** `quotedName` for recipients who have not agreed to e-mail: nothing in it can be read as a link. */
export const quotedPlainName = (name: string): string =>
  quotedName(name.replace(/[^\p{L}\p{M}\p{N}\s'’&-]+/gu, ' '));

/** Formats text as one header line, with nothing in it that mail programs would decode. */
export const headerText = (text: string): string => text.replace(/\p{C}+/gu, ' ').replaceAll('=?', '= ?');
