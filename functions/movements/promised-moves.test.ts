import * as fc from 'fast-check';
import { movementSchema, movesOfChange, devicesMoved } from '#shared/model/movement';
import { aMovement } from '#functions/testing/a-movement';
import { planMovements, type Planned } from './plan';

const now = 1_800_000_000;
const known = (kind: Planned['kind'], cause: Planned['cause'], more: Partial<Planned> = {}): Planned =>
  aMovement(1, { kind, cause, count: 1, ...more });

/** Some movements of a subscription: at most one shipment and one collection have not begun. */
const someMovements = fc
  .record({
    ship: fc.option(fc.integer({ min: 1, max: 9 })),
    collect: fc.option(fc.integer({ min: 1, max: 9 })),
    returns: fc.array(
      fc.record({
        state: fc.constantFrom(...movementSchema.shape.state.options),
        lowers: fc.constantFrom('due' as const, 'done' as const, undefined),
      }),
      { maxLength: 4 },
    ),
    exchanged: fc.boolean(),
  })
  .map(({ ship, collect, returns, exchanged }): Planned[] => [
    known('ship', 'subscribed', { count: 3, state: 'closed' }),
    ...(ship === null ? [] : [known('ship', 'raised', { count: ship })]),
    ...(collect === null ? [] : [known('collect', 'lowered', { count: collect })]),
    ...returns.map(({ state, lowers }, nth) =>
      known('collect', 'return', { serialNumbers: [`R${nth}`], state, ...(lowers && { lowers }) }),
    ),
    ...(exchanged ? [known('swap', 'exchange', { serialNumbers: ['X'] })] : []),
  ]);

test('what the screen promises of a change is what is booked, whatever is under way', () => {
  const cases = fc.record({
    own: someMovements,
    from: fc.integer({ min: 1, max: 12 }),
    to: fc.integer({ min: 1, max: 12 }),
    names: fc.boolean(),
  });
  const property = fc.property(cases, ({ own, from, to, names }) => {
    const seen = own.map((one) => ({ ...one, subscription: 'own', lowers: one.lowers ?? null }));
    const promised = movesOfChange(seen, 'own', { before: from, after: to });
    const chosen = names ? Array.from({ length: promised.back }, (_, nth) => `C${nth}`) : [];
    const { order, changes } = planMovements(own, { from, to, chosen }, { serials: [], isMirrored: false }, now);
    const by = (kind: Planned['kind'], sign: 1 | -1): number =>
      changes.reduce((all, { movement, to: { count, state } }) => {
        const more = state === 'withdrawn' ? -movement.count : (count ?? movement.count) - movement.count;
        return movement.kind === kind ? all + Math.max(0, sign * more) : all;
      }, 0);
    expect(promised).toEqual({
      calledOff: to < from ? by('ship', -1) : by('collect', -1),
      returned: changes.filter(({ to: { lowers } }) => lowers === 'done').length,
      back: devicesMoved(order.filter(({ kind }) => kind === 'collect')) + by('collect', 1),
      ship: devicesMoved(order.filter(({ kind }) => kind === 'ship')) + by('ship', 1),
    });
    const collected = [...order, ...changes.map(({ to: { serialNumbers = [] } }) => ({ serialNumbers }))];
    const namedNow = collected.flatMap(({ serialNumbers }) => serialNumbers).filter((one) => one.startsWith('C'));
    expect(namedNow).toHaveLength(chosen.length);
  });
  fc.assert(property, { numRuns: 500, seed: 20_270_115 });
});
