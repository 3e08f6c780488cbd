import type { BillingDetails } from '../messages';
import { styleSheet } from '../frame/styles';
import { intentIdOf } from './api';
import { checkBilling, checkFields, IntegrationError } from './billing';
import { Elements, type ElementsOptions } from './elements';

test('a client secret gives the id of its intent; one of another kind gives undefined', () => {
  expect(intentIdOf('setup', 'seti_1_secret_2')).toBe('seti_1');
  expect(intentIdOf('payment', 'pi_1_secret_2')).toBe('pi_1');
  for (const other of ['pi_1_secret_2', 'seti_1', 'seti_1_secret_', '', undefined, 7])
    expect(intentIdOf('setup', other)).toBeUndefined();
});

test('details that the fields never collect are missing from the confirmation: it throws', () => {
  const address = { country: 'JP', postal_code: '', state: '', city: '', line1: '' };
  const given: BillingDetails = { name: '', email: '', phone: '', address };
  expect(() => checkBilling(given, 'confirm()')).not.toThrow();
  const { country: _none, ...without } = address;
  expect(() => checkBilling({ ...given, address: without }, 'confirm()')).toThrow('billing_details.address.country');
  expect(() => checkBilling({}, 'confirm()')).toThrow(IntegrationError);
});

test('the page leaves a billing detail to the fields, which ask for none: it throws', () => {
  const billingDetails = { name: 'never', email: 'never', phone: 'never', address: { country: 'never' } };
  expect(() => checkFields({ fields: { billingDetails } })).toThrow('fields.billingDetails.address');
  expect(() => checkFields({})).toThrow(IntegrationError);
  expect(() => checkFields({ fields: { billingDetails: 'never' } })).not.toThrow();
});

test('appearance becomes variables and rules; a value cannot add a declaration', () => {
  const sheet = styleSheet({
    theme: 'night',
    variables: { colorPrimary: '#4fd1c5', colorText: 'red; } body { display: none' },
    rules: { '.Input:focus': { borderColor: 'teal' } },
  });
  expect(sheet).toContain('--color-primary: #4fd1c5;');
  expect(sheet).toContain('color-scheme: dark;');
  expect(sheet).toContain('.Input:focus { border-color: teal; }');
  expect(sheet).not.toContain('display: none');
});

test.each<[string, ElementsOptions]>([
  ['the former name of allowedPaymentMethodTypes', { mode: 'setup', paymentMethodTypes: ['card'] }],
  ['a payment without its amount', { mode: 'payment', currency: 'jpy' }],
  ['no mode', { currency: 'jpy' }],
])('elements() with %s: it throws', (_what, options) => {
  expect(() => new Elements({ origin: '' }, options)).toThrow(IntegrationError);
});
