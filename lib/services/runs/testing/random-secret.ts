/** Numbers below a bound, the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed * 7_919 + 17;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

export interface RandomSecret {
  value: string;
  /** The part that must be found nowhere; null: the value is masked as a whole only. */
  core: string | null;
}

/** Values of all shapes that people keep in variables. */
export function randomSecret(random: (below: number) => number): RandomSecret {
  const core = Array.from({ length: 20 }, () => 'abcdefghjkmnpqrstuvwxyz23456789'[random(31)]).join('');
  const digits = Array.from({ length: 18 }, () => String(1 + random(9))).join('');
  const shapes: RandomSecret[] = [
    { value: `tok_${core}`, core },
    { value: `https://${core}.example/v1?key=${core}&x=1#top`, core },
    { value: `${core} "quoted" \\ and <b>ü & 日本</b>\n${core}`, core },
    { value: `p@ss/${core}+%41=`, core },
    { value: `{"key": "${core}", "n": [1, null]}`, core },
    { value: `-----BEGIN KEY-----\n${core}\n-----END KEY-----\n`, core },
    { value: `${core}.${'x'.repeat(2_000)}`, core },
    { value: digits, core: digits },
    { value: 'production', core: null },
    { value: 'eu-1', core: null },
    { value: 'in', core: null },
  ];
  return shapes[random(shapes.length)]!;
}

/** A core as other sides may write it; in URLs and in JSON its characters stand for themselves. */
export function formsOf(core: string): string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from(`${'.'.repeat(before)}${core}`)
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  );
  return [core, core.toUpperCase(), ...base64];
}
