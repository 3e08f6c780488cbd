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
