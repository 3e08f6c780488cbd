import { documents } from '#functions/platform/dynamodb/items';

interface Consumed {
  CapacityUnits?: number;
}

const isReading = (commandName = ''): boolean => /^(Get|BatchGet|Query|Scan|ExecuteStatement)/.test(commandName);

/**
 * Counts the units of what the product reads and writes in DynamoDB, as the service states them (DynamoDB API
 * reference, "ReturnConsumedCapacity"): `measure` returns the read units of a piece of work, and leaves both in
 * `units`.
 */
export function countUnits() {
  const units = { reads: 0, writes: 0 };
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat())
          units[isReading(commandName) ? 'reads' : 'writes'] += CapacityUnits;
        return result;
      },
    { step: 'initialize', name: 'countUnits', override: true },
  );
  return {
    units,
    measure: async (work: () => Promise<unknown>): Promise<number> => {
      Object.assign(units, { reads: 0, writes: 0 });
      await work();
      return units.reads;
    },
  };
}
