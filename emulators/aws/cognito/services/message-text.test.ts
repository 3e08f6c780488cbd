import { readableText } from './message-text';

it('leaves plain text as it is', () => {
  expect(readableText('コードは 123456 です。\n\n  a < b')).toBe('コードは 123456 です。\n\n  a < b');
});

it('strips tags, keeps lines and links, and decodes entities', () => {
  const html = `<!doctype html><html><head><title>x</title></head><body><!-- hidden -->
    <h1>こんにちは</h1><p>A &amp; B<br/>C&nbsp;D &#x3042;&#12356;</p>
    <ul><li>1</li><li>2</li></ul>
    <a class="button" href='https://e.example/?a=1&amp;b=2'><b>開く</b></a>
    <a href="https://e.example">https://e.example</a>
  </body></html>`;
  expect(readableText(html)).toBe(
    'こんにちは\nA & B\nC D あい\n1\n2\n\n開く ( https://e.example/?a=1&b=2 ) https://e.example',
  );
});
