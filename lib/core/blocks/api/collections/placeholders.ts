const MAX_NAME = 60;
const BRACES = /\{\{([^{}]+)\}\}/g;
const ANGLES = /<<([^<>]+)>>/g;
const TAG = /\{%[^%]*%\}/g;

/** `baseUrl`, `base-url` and `_.base.url` → `BASE_URL`: in capitals it can't be meant otherwise. */
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

/** Postman's and Insomnia's `{{name}}` as variables of the workspace. */
export const fromBraces = (text: string): string =>
  text.includes('{{') ? text.replace(BRACES, (_, name: string) => `{{${variableNameOf(name)}}}`) : text;

/** Insomnia's, with its tags (`{% response … %}`), which nothing here can work out. */
export const fromInsomnia = (text: string): string =>
  fromBraces(text.includes('{%') ? text.replace(TAG, '{{TAG_VALUE}}') : text);

/** Hoppscotch's `<<name>>`. */
export const fromAngles = (text: string): string =>
  text.includes('<<') ? text.replace(ANGLES, (_, name: string) => `{{${variableNameOf(name)}}}`) : text;

/** Names of the variables in a text. */
export const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([A-Z_][A-Z0-9_]*)\}\}/g), ([, name = '']) => name);
