import type { CodeSource } from '../../../platform/sandbox/contract';
import type { CodeKind } from '../read-program';
import type { Random } from './random';
import { KEYS, randomData, randomNumber, randomRows, randomText, strangeValue } from './random-values';

export interface RandomProgram extends CodeSource {
  kind: CodeKind;
}

type Type = 'number' | 'text' | 'truth' | 'list' | 'object' | 'any';

const TYPES: readonly Type[] = ['number', 'text', 'truth', 'list', 'object'];
const words = (text: string): string[] => text.trim().split(/\s+/);

const ARITHMETIC = words('+ - * / % ** | & ^ << >> >>> + - *');
const COMPARISONS = words('< <= > >= == != === !==');
const ANYTHING = words('&& || ?? + in - == < === *');
const NUMBER_FUNCTIONS = words(
  'Math.abs Math.ceil Math.floor Math.round Math.sign Math.sqrt Math.trunc Math.max Math.min ' +
    'Number + - ~ void',
);
const TESTS = words(
  'Boolean isFinite isNaN Number.isFinite Number.isInteger Number.isNaN Number.isSafeInteger Array.isArray !',
);
const TEXT_FUNCTIONS = words('String encodeURIComponent decodeURIComponent JSON.stringify typeof');
const TEXT_TO_NUMBER = words('Number parseFloat parseInt Number.parseFloat Number.parseInt +');
const PLACES = words('at charAt charCodeAt codePointAt slice substring repeat padStart padEnd');
const SEARCHES = words('includes indexOf lastIndexOf startsWith endsWith split concat replace replaceAll');
const CHANGES = words('toLowerCase toUpperCase trim trimStart trimEnd toString normalize valueOf');
const LIST_CALLS = words('at flat slice toReversed concat includes indexOf join reverse sort fill keys');
const EACH = words('map filter flatMap find findLast findIndex findLastIndex some every forEach');
const ARGUMENTS: readonly Type[] = ['number', 'text', 'list', 'object'];
const CONVERTERS = words('Number String Boolean parseInt');
const HOSTILE = words(
  'this globalThis /a/ 10n new_Date(0) ({get_a(){return_1}}) 0x1f 1_0 [,1] ' +
    '-0 NaN Infinity undefined arguments Symbol.iterator',
).map((text) => text.replaceAll('_', ' ').replace('1 0', '1_0'));

/** Expressions that lead to the same object, or don't. */
const SAME = ['$ref4', '$ref1[0]', '$ref1.at(0)', '$ref1.find(Boolean)', '({})', '$ref0'];

/** The probability of a value of another type than expected. */
const CONFUSION = 0.05;

/** Writes source code as people and attackers do, most of it within the first tier, with inputs for it. */
export function randomProgram(random: Random): RandomProgram {
  const bindings: Record<string, unknown> = {
    $ref0: random.chance(0.02) ? strangeValue(random) : randomData(random),
    $ref1: randomRows(random),
    $ref2: randomNumber(random),
    $ref3: randomText(random),
  };
  // The same object again, as when two references lead to it.
  bindings.$ref4 = (bindings.$ref1 as unknown[])[0] ?? { id: 1 };
  const writer = new Writer(random);
  const type = random.pick(TYPES);
  const depth = 1 + random.below(4);
  if (random.chance(0.5)) return { kind: 'expression', code: writer.write(type, depth), bindings };
  return { kind: 'function', code: writer.body(type, depth), bindings };
}

class Writer {
  #variables: Array<[name: string, type: Type]> = [
    ['$ref0', 'any'],
    ['$ref1', 'list'],
    ['$ref2', 'number'],
    ['$ref3', 'text'],
    ['$ref4', 'object'],
  ];
  #count = 0;

  constructor(private readonly random: Random) {}

  body(type: Type, depth: number): string {
    const constants = this.random.several(2, () => {
      const wanted = this.random.pick(TYPES);
      const value = this.write(wanted, depth - 1);
      return `const ${this.#pattern(wanted)} = ${value};\n`;
    });
    return `${constants.join('')}return ${this.write(type, depth)};`;
  }

  write(type: Type, depth: number): string {
    const { random } = this;
    const wanted = type === 'any' || random.chance(CONFUSION) ? random.pick(TYPES) : type;
    const isKnown = (each: Type) => each === wanted || (each === 'any' && random.chance(CONFUSION));
    const known = this.#variables.filter(([, each]) => type === 'any' || isKnown(each));
    if (known.length > 0 && random.chance(depth <= 0 ? 0.6 : 0.2)) return random.pick(known)[0];
    if (depth <= 0) return this.#literal(wanted);
    return random.chance(0.15) ? this.#mixed(wanted, depth - 1) : this.#typed(wanted, depth - 1);
  }

  #typed(type: Type, depth: number): string {
    if (type === 'number') return this.#number(depth);
    if (type === 'text') return this.#text(depth);
    if (type === 'truth') return this.#truth(depth);
    return type === 'list' ? this.#list(depth) : this.#object(depth);
  }

  #literal(type: Type): string {
    const { random } = this;
    if (random.chance(0.01)) return random.pick(HOSTILE);
    if (type === 'number') return `(${randomNumber(random)})`;
    if (type === 'text') return JSON.stringify(randomText(random));
    if (type === 'truth') return random.pick(['true', 'false', 'null', 'undefined']);
    return type === 'list' ? random.pick(['[]', '$ref1', '[3, 1, 2]', '["b", "a"]']) : `({ a: 1, "0": 2 })`;
  }

  #mixed(type: Type, depth: number): string {
    const { random } = this;
    const any = () => this.write('any', depth);
    switch (random.below(5)) {
      case 0:
        return `(${this.write('truth', depth)} ? ${this.write(type, depth)} : ${this.write(type, depth)})`;
      case 1:
        return `((${any()}) ${random.pick(ANYTHING)} (${any()}))`;
      case 2:
        return this.#read(any());
      case 3:
        return this.#read(this.write('object', depth));
      default:
        return `${this.write('list', depth)}${random.chance(0.2) ? '?.' : ''}[${this.write('number', 0)}]`;
    }
  }

  #read(object: string): string {
    const { random } = this;
    const key = random.chance(0.6) ? random.pick(KEYS.slice(0, 5)) : random.pick(KEYS);
    const dot = random.chance(0.7) ? '?.' : '';
    if (random.chance(0.2)) return `(${object})${dot}[${this.write('text', 1)}]`;
    const isName = /^[a-z_]\w*$/i.test(key);
    return isName ? `(${object})${dot || '.'}${key}` : `(${object})${dot}[${JSON.stringify(key)}]`;
  }

  #number(depth: number): string {
    const { random } = this;
    const number = () => this.write('number', depth);
    const text = () => this.write('text', depth);
    switch (random.below(7)) {
      case 0:
      case 1:
        return `((${number()}) ${random.pick(ARITHMETIC)} (${number()}))`;
      case 2:
        return `${random.pick(NUMBER_FUNCTIONS)}(${number()})`;
      case 3:
        return `${random.pick(TEXT_TO_NUMBER)}(${text()})`;
      case 4:
        return `Math.${random.pick(['max', 'min'])}(${number()}, ...${this.write('list', depth)})`;
      case 5:
        return `(${random.chance(0.5) ? text() : this.write('list', depth)}).length`;
      default:
        return this.#reduce('number', depth);
    }
  }

  #reduce(type: Type, depth: number): string {
    const list = this.write('list', depth);
    const start = this.random.chance(0.9) ? `, ${this.write(type, depth)}` : '';
    return (
      `${list}.${this.random.pick(['reduce', 'reduceRight'])}` +
      `(${this.#arrow(type, depth, [type, 'any', 'number'])}${start})`
    );
  }

  #text(depth: number): string {
    const { random } = this;
    const text = () => this.write('text', depth);
    const number = () => String(random.below(7) - 2);
    switch (random.below(8)) {
      case 0:
        return `\`${random.several(3, () => `x\${${this.write('any', depth)}}`).join('-')}\``;
      case 1:
        return `${random.pick(TEXT_FUNCTIONS)} (${random.chance(0.5) ? text() : this.write('any', depth)})`;
      case 2:
        return `(${text()}).${random.pick(PLACES)}(${random.several(2, number).join(', ')})`;
      case 3:
        return (
          `(${text()}).${random.pick(SEARCHES)}(${this.write('text', 0)}` +
          `${random.pick(['', `, ${number()}`, `, ${this.write('text', 0)}`])})`
        );
      case 4:
        return `(${text()}).${random.pick(CHANGES)}()`;
      case 5:
        return `${this.write('list', depth)}.join(${random.chance(0.7) ? this.write('text', 0) : ''})`;
      case 6:
        return (
          `(${this.write('number', depth)})` +
          `.${random.pick([`toFixed(${random.below(4)})`, 'toString()'])}`
        );
      default:
        return `(${text()} + ${this.write(random.pick(['text', 'number', 'truth']), depth)})`;
    }
  }

  #truth(depth: number): string {
    const { random } = this;
    const type = random.pick<Type>(['number', 'text', 'any', 'number']);
    if (random.chance(0.08)) return `$ref1.${random.pick(['includes', 'indexOf'])}($ref4)`;
    if (random.chance(0.08))
      return `(${random.pick(SAME)} ${random.pick(COMPARISONS.slice(4))} ${random.pick(SAME)})`;
    if (random.chance(0.6))
      return `(${this.write(type, depth)} ${random.pick(COMPARISONS)} ${this.write(type, depth)})`;
    if (random.chance(0.5)) return `${random.pick(TESTS)}(${this.write('any', depth)})`;
    if (random.chance(0.2)) return `Object.hasOwn(${this.write('object', depth)}, ${this.write('text', 0)})`;
    return `(${this.write('truth', depth)} ${random.pick(['&&', '||', '??'])} ${this.write('truth', depth)})`;
  }

  #list(depth: number): string {
    const { random } = this;
    const list = () => this.write('list', depth);
    switch (random.below(7)) {
      case 0:
        return `[${random
          .several(3, () => (random.chance(0.2) ? `...${list()}` : this.write('any', depth)))
          .join(', ')}]`;
      case 1:
        return (
          `${random.pick(words('Object.keys Object.values Object.entries Array.from'))}` +
          `(${this.write('object', depth)})`
        );
      case 2:
        return `(${this.write('text', depth)}).split(${JSON.stringify(random.pick(['', ',', 'a', ' ']))})`;
      case 3:
        return `Array.from({ length: ${random.below(6)} }, ${this.#arrow('any', depth, ['any', 'number'])})`;
      case 4:
        return (
          `${list()}.${random.pick(LIST_CALLS)}` +
          `(${random.several(2, () => this.write(random.pick(ARGUMENTS), 0)).join(', ')})`
        );
      case 5:
        return `${list()}.map(${random.pick([...CONVERTERS, this.#arrow('any', depth, ['object'])])})`;
      default: {
        const params: Type[] = (['object', 'number', 'list'] as const).slice(0, random.below(4));
        return (
          `${list()}${random.chance(0.1) ? '?.' : '.'}${random.pick(EACH)}` +
          `(${this.#arrow('truth', depth, params)})`
        );
      }
    }
  }

  #object(depth: number): string {
    const { random } = this;
    const member = () => {
      if (random.chance(0.15)) return `...${this.write('object', depth)}`;
      const key = random.chance(0.2) ? `[${this.write('any', depth)}]` : JSON.stringify(random.pick(KEYS));
      return `${key}: ${this.write('any', depth)}`;
    };
    if (random.chance(0.6)) return `({${random.several(4, member).join(', ')}})`;
    if (random.chance(0.3))
      return `${this.write('list', depth)}.find(${this.#arrow('truth', depth, ['object'])})`;
    if (random.chance(0.3)) return `JSON.parse(${this.write('text', depth)})`;
    return random.chance(0.5)
      ? `Object.fromEntries(Object.entries(${this.write('object', depth)}))`
      : `${this.write('list', depth)}[0]`;
  }

  #arrow(type: Type, depth: number, params: readonly Type[]): string {
    const before = this.#variables;
    const names = params.map((each) => this.#pattern(each));
    const body = this.random.chance(0.1)
      ? `{ ${this.body(type, depth - 1)} }`
      : `(${this.write(type, depth - 1)})`;
    this.#variables = before;
    return `(${names.join(', ')}) => ${body}`;
  }

  /** Writes a new name, or one within another value; it may be used from here on. */
  #pattern(type: Type): string {
    const { random } = this;
    this.#count += 1;
    const name = random.chance(0.02)
      ? random.pick(words('Math undefined $ref0 arguments of NaN'))
      : `v${this.#count}`;
    const isPart = type === 'object' && random.chance(0.4);
    this.#variables = [...this.#variables, [name, isPart ? 'any' : type], [name, isPart ? 'any' : type]];
    if (!isPart) return random.chance(0.05) ? `[${random.chance(0.3) ? ', ' : ''}${name}]` : name;
    const filled = random.chance(0.3) ? `${name} = ${this.#literal(random.pick(TYPES))}` : name;
    return `{ ${random.pick(['id', 'name', 'price', 'tags', 'a'])}: ${filled} }`;
  }
}
