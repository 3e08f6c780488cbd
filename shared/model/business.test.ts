import { demoIssuer, isRegistrationNumber, issuerSchema } from './business';

test("the National Tax Agency's own number, and those of three companies, are valid", () => {
  for (const number of ['T7000012050002', 'T1180301018771', 'T5010401067252', 'T7010401022916'])
    expect([number, isRegistrationNumber(number)]).toEqual([number, true]);
});

test.each([
  ['another check digit', 'T8000012050002'],
  ['two digits exchanged', 'T7000012500002'],
  ['twelve digits', 'T700001205000'],
  ['fourteen digits', 'T70000120500021'],
  ['no T', '7000012050002'],
  ['full-width digits', 'T７０００012050002'],
  ['nothing', ''],
])('%s is not a registration number', (_case, text) => {
  expect(isRegistrationNumber(text)).toBe(false);
});

test('every wrong digit at every place is noticed, except 0 and 9, which the rule cannot tell apart', () => {
  const valid = 'T7123456789012';
  for (let place = 1; place < valid.length; place += 1) {
    for (const digit of '0123456789') {
      const wrong = valid.slice(0, place) + digit + valid.slice(place + 1);
      const alike = (Number(digit) - Number(valid[place])) % 9 === 0;
      expect([wrong, isRegistrationNumber(wrong)]).toEqual([wrong, wrong === valid || (alike && place > 1)]);
    }
  }
});

test('an issuer with a missing or an unknown setting is refused', () => {
  expect(issuerSchema.safeParse(demoIssuer).success).toBe(true);
  for (const change of [{ name: ' ' }, { address: '' }, { telephone: '0312345678' }, { fax: '03-0000-0000' }])
    expect(issuerSchema.safeParse({ ...demoIssuer, ...change }).success).toBe(false);
});
