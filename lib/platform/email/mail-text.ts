const MAX_NAME_CHARACTERS = 60;

/** What somebody called something, as it stands in our own sentences: quoted, on one line, and cut. */
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

/** The same for who has not agreed to hear from anybody here: nothing in it can be taken for a link. */
export const quotedPlainName = (name: string): string =>
  quotedName(name.replace(/[^\p{L}\p{M}\p{N}\s'’&-]+/gu, ' '));

/** One line of a header, with nothing in it that mail programs decode. */
export const headerText = (text: string): string => text.replace(/\p{C}+/gu, ' ').replaceAll('=?', '= ?');
