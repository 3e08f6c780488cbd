import { nextOpenStep } from './open-steps';

const subscription = { items: [] };
test.each<[Parameters<typeof nextOpenStep>[0], string]>([
  [{ state: 'working', plan: {} }, 'make-customer'],
  [{ state: 'working', plan: { subscription } }, 'make-customer'],
  [{ state: 'working', customerId: 'cus_1', plan: {} }, 'finish'],
  [{ state: 'working', customerId: 'cus_1', plan: { subscription } }, 'make-subscription'],
  [{ state: 'working', customerId: 'cus_1', subscriptionId: 'sub_1', plan: { subscription } }, 'finish'],
  [{ state: 'undoing', customerId: 'cus_1', plan: { subscription } }, 'undo'],
])('%j: the next step is %s', (opening, step) => {
  expect(nextOpenStep(opening)).toBe(step);
});
