import { createHash } from 'node:crypto';
import { legalTexts } from '#shared/model/legal-texts';
import { privacy } from './privacy';
import { terms } from './terms';

test.each([
  ['terms', terms, legalTexts.terms],
  ['privacy policy', privacy, legalTexts.privacy],
])(
  'the %s are those that are recorded when they are agreed to; another text is another version',
  (_name, text, recorded) => {
    expect(createHash('sha256').update(JSON.stringify(text)).digest('base64url')).toBe(recorded.sha256);
  },
);

// lib/local-values.ts keeps settings, lib/drafts.ts what was typed into a form.
test('the privacy policy names all that the browser keeps', () => {
  expect(JSON.stringify(privacy)).toContain('表示の設定（テーマなど）と入力途中の内容を保存するブラウザの記憶領域のみ');
});
