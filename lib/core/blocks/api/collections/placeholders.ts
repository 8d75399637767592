const MAX_NAME = 60;
const BRACES = /\{\{([^{}]+)\}\}/g;
const ANGLES = /<<([^<>]+)>>/g;
const TAG = /\{%[^%]*%\}/g;

/** Converts `baseUrl`, `base-url` and `base.url` to `BASE_URL`. */
function variableNameOf(written: string): string {
  const name = written
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
    .slice(0, MAX_NAME);
  if (name === '' || /^[0-9]/.test(name)) return `VALUE_${name}`.replace(/_$/, '');
  return name.startsWith('MILLRACE_') ? `MY_${name}` : name;
}

/** Finds the placeholders of a tool in a text. */
export type Placeholders = (text: string, nameOf: (written: string) => string) => string;

/** Postman's and Insomnia's `{{name}}`. */
export const inBraces: Placeholders = (text, nameOf) =>
  text.includes('{{') ? text.replace(BRACES, (_, name: string) => `{{${nameOf(name)}}}`) : text;

/** Insomnia's `{{name}}`, and its tags (`{% response … %}`), which can't be evaluated here. */
export const inInsomnia: Placeholders = (text, nameOf) =>
  inBraces(text.includes('{%') ? text.replace(TAG, '{{TAG_VALUE}}') : text, nameOf);

/** Hoppscotch's `<<name>>`. */
export const inAngles: Placeholders = (text, nameOf) =>
  text.includes('<<') ? text.replace(ANGLES, (_, name: string) => `{{${nameOf(name)}}}`) : text;

/**
 * The names of one collection's variables in the workspace. Tools tell `baseUrl` from `base_url`; the second of
 * two that would have one name gets a number.
 */
export class VariableNames {
  readonly #byWritten = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  constructor(private readonly placeholders: Placeholders) {}

  /** Converts the placeholders in a text to `{{NAME}}`. */
  placed = (text: string): string => this.placeholders(text, this.of);

  /** Returns the name of a variable as the tool writes it. */
  of = (given: string): string => {
    const written = given
      .trim()
      .replace(/\[['"]([^'"\]]*)['"]\]/g, '.$1')
      .replace(/^_\./, '');
    const known = this.#byWritten.get(written);
    if (known !== undefined) return known;
    const usual = variableNameOf(written);
    let name = usual;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${usual}_${number}`;
    this.#byWritten.set(written, name);
    this.#taken.set(name, written);
    return name;
  };

  /** Returns a sentence for each of the names that has a number because of another variable. */
  toldApart(names: Iterable<string>): string[] {
    return [...names].flatMap((name) => {
      const written = this.#taken.get(name);
      const usual = written === undefined ? name : variableNameOf(written);
      const other = this.#taken.get(usual);
      return usual === name || other === undefined
        ? []
        : [`“${shown(written!)}” is {{${name}}} here, because “${shown(other)}” is {{${usual}}}.`];
    });
  }
}

const shown = (written: string): string => written.slice(0, MAX_NAME);

/** Returns the names of the variables in a text. */
export const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([A-Z_][A-Z0-9_]*)\}\}/g), ([, name = '']) => name);
