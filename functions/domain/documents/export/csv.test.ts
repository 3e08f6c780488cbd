import { csvOf } from './csv';

test.each([
  ['=SUM(A1)', `"'=SUM(A1)"`],
  ['　＝1+1', `"'＝1+1"`],
  ['\t=1', `"'=1"`],
  ['-Hair-', `"'-Hair-"`],
  ['@salon', `"'@salon"`],
  ['−1', `"'−1"`],
  ['﹦1+1', `"'﹦1+1"`],
  ['青山"1"号,店\r\n=1', '"青山""1""号,店 =1"'],
  ['A=1', '"A=1"'],
  ['', '""'],
])('the text %j is written as %s', (text, written) => {
  expect(csvOf([[text]])).toBe(`${written}\r\n`);
});

test('numbers are digits, also negative ones', () => {
  expect(csvOf([[1, -2], ['3']])).toBe('1,-2\r\n"3"\r\n');
});
