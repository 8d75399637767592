const MAX_NAME = 60;
const BRACES = /\{\{([^{}]+)\}\}/g;
const ANGLES = /<<([^<>]+)>>/g;
const TAG = /\{%[^%]*%\}/g;

/** Converts `baseUrl`, `base-url` and `_.base.url` to `BASE_URL`. */
export function variableNameOf(written: string): string {
  const name = written
    .trim()
    .replace(/^_\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
    .slice(0, MAX_NAME);
  if (name === '' || /^[0-9]/.test(name)) return `VALUE_${name}`.replace(/_$/, '');
  return name.startsWith('MILLRACE_') ? `MY_${name}` : name;
}

/** Converts Postman's and Insomnia's `{{name}}` to variables of the workspace. */
export const fromBraces = (text: string): string =>
  text.includes('{{') ? text.replace(BRACES, (_, name: string) => `{{${variableNameOf(name)}}}`) : text;

/** Converts Insomnia's `{{name}}`, and its tags (`{% response … %}`), which can't be evaluated here. */
export const fromInsomnia = (text: string): string =>
  fromBraces(text.includes('{%') ? text.replace(TAG, '{{TAG_VALUE}}') : text);

/** Converts Hoppscotch's `<<name>>`. */
export const fromAngles = (text: string): string =>
  text.includes('<<') ? text.replace(ANGLES, (_, name: string) => `{{${variableNameOf(name)}}}`) : text;

/** Returns the names of the variables in a text. */
export const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([A-Z_][A-Z0-9_]*)\}\}/g), ([, name = '']) => name);
