import { documents } from '../adapters/dynamodb/documents';

interface Consumed {
  TableName?: string;
  CapacityUnits?: number;
}

/**
 * Counts the units of what the product reads from DynamoDB, as the service states them (DynamoDB API reference,
 * "ReturnConsumedCapacity"): `measure` returns those that a piece of work consumes.
 */
export function countReadUnits(): { measure: (work: () => Promise<unknown>) => Promise<number> } {
  let units = 0;
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!/^(Get|BatchGet|Query|Scan)/.test(commandName ?? '')) return next(args);
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) units += CapacityUnits;
        return result;
      },
    { step: 'initialize', name: 'countReadUnits', override: true },
  );
  return {
    async measure(work) {
      units = 0;
      await work();
      return units;
    },
  };
}
