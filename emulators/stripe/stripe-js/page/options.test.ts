import { styleSheet } from '../frame/styles';
import { intentIdOf, type Api } from './api';
import { Elements, type ElementsOptions } from './elements';
import { billingOf, checkBilling, neverCollected, toFieldOptions } from './field-options';
import { IntegrationError } from './integration-error';

test('a client secret gives the id of its intent; one of another kind gives undefined', () => {
  expect(intentIdOf('setup', 'seti_1_secret_2')).toBe('seti_1');
  expect(intentIdOf('payment', 'pi_1_secret_2')).toBe('pi_1');
  for (const other of ['pi_1_secret_2', 'seti_1', 'seti_1_secret_', '', undefined, 7])
    expect(intentIdOf('setup', other)).toBeUndefined();
});

test('details that the fields never collect are missing from the confirmation: it throws', () => {
  const options = { fields: { billingDetails: { email: 'never', name: 'auto', address: { country: 'never' } } } };
  expect(neverCollected(options)).toEqual(['email', 'address.country']);
  expect(() => checkBilling(options, { email: 'a@example.jp' }, 'params', 'confirm()')).toThrow(IntegrationError);
  expect(() => checkBilling(options, { email: 'a@example.jp' }, 'params', 'confirm()')).toThrow(
    'params.billing_details.address.country',
  );
  expect(() => checkBilling(options, { email: '', address: { country: 'JP' } }, 'params', 'confirm()')).not.toThrow();
  expect(neverCollected({ fields: { billingDetails: 'never' } })).toHaveLength(8);
  expect(neverCollected({})).toEqual([]);
});

test('default billing details are sent; details given with the confirmation override them', () => {
  const options = {
    defaultValues: { billingDetails: { name: 'A', phone: '03', address: { country: 'JP', city: '港区' } } },
  };
  expect(billingOf(options, { name: 'B', address: { city: '渋谷区' } })).toEqual({
    name: 'B',
    phone: '03',
    address: { country: 'JP', city: '渋谷区' },
  });
});

test('the country is asked for unless the page collects it', () => {
  expect(toFieldOptions('payment', {}, {})).toMatchObject({
    showCountry: true,
    country: 'JP',
    accordion: false,
    readOnly: false,
  });
  expect(
    toFieldOptions(
      'payment',
      { fields: { billingDetails: { address: 'never' } }, layout: { type: 'accordion' }, readOnly: true },
      {},
    ),
  ).toMatchObject({
    showCountry: false,
    accordion: true,
    readOnly: true,
  });
  expect(toFieldOptions('card', { disabled: true }, {})).toMatchObject({ showCountry: false, readOnly: true });
});

test('appearance becomes variables and rules; a value cannot add a declaration', () => {
  const sheet = styleSheet(
    toFieldOptions(
      'payment',
      {},
      {
        theme: 'night',
        variables: { colorPrimary: '#4fd1c5', colorText: 'red; } body { display: none' },
        rules: { '.Input:focus': { borderColor: 'teal' } },
      },
    ),
  );
  expect(sheet).toContain('--color-primary: #4fd1c5;');
  expect(sheet).toContain('color-scheme: dark;');
  expect(sheet).toContain('.Input:focus { border-color: teal; }');
  expect(sheet).not.toContain('display: none');
});

test('paymentMethodTypes, the former name of allowedPaymentMethodTypes: it throws', () => {
  const elements = (options: ElementsOptions) =>
    new Elements({} as Api, { mode: 'setup', currency: 'jpy', ...options });
  expect(() => elements({ paymentMethodTypes: ['card'] })).toThrow(IntegrationError);
  expect(() => elements({ allowedPaymentMethodTypes: ['card'] })).not.toThrow();
});
