/** The first match is the name, because many programs also name the programs that they are based on. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Line\//, 'LINE'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: typeof browsers, userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * Browser and system of a User-Agent header in words: `Chrome（Windows）`. The header itself is never shown, because a
 * client can write any text into it.
 */
export function describeDevice(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser}（${system}）`;
  return browser ?? system ?? '不明な端末';
}
