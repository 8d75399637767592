const MAX_SUGGESTIONS = 50;

/** Returns the variables that a secret may be meant to be, as `{{NAME}}`; the one that is there already is left out. */
export function secretOptions(variables: readonly string[], text: string): string[] {
  const typed = text.trim().replace(/[{}]/g, '').toLowerCase();
  return variables
    .filter((name) => name.toLowerCase().includes(typed))
    .map((name) => `{{${name}}}`)
    .filter((option) => option !== text)
    .slice(0, MAX_SUGGESTIONS);
}
