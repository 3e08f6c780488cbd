import { toShiftJis } from './shift-jis';

const written = (text: string) => {
  const { bytes, replaced } = toShiftJis(text);
  return [new TextDecoder('shift_jis').decode(bytes), replaced];
};

test.each([
  ['a form of a character that is chosen by an invisible one', '葛\u{E0100}城店 ❤\uFE0F', '葛城店 〓', 1],
  ['a space that does not break', 'salon\u00A0A', 'salon A', 0],
  ['a letter that composes to one that Shift_JIS lacks', 'A\u030A', '\u212B', 0],
  ['characters that only CP932 has', '髙﨑①㈱', '髙﨑①㈱', 0],
  ['a character outside it', '𠮷野家', '〓野家', 1],
])('%s', (_what, text, content, replaced) => {
  expect(written(text)).toEqual([content, replaced]);
});
