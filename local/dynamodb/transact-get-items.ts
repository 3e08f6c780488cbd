import { checkInput, type Input } from './check-input';
import type { Context } from './context';
import { operations } from './operations';
import { isRefusal, messageOf, nameOf, validationError } from './errors';
import { placeOf } from './stored-item';
import { canceled, consumedCapacity, readSteps, refuseTwice, type CancellationReason } from './transaction-input';

/**
 * TransactGetItems: up to 100 items as they stood at one moment, in the order asked for.
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html
 */
export async function transactGetItems({ database }: Context, request: Input): Promise<Input> {
  const steps = readSteps(request['TransactItems'], ['Get'] as const);
  const checked = steps.map(({ input }) => {
    for (const foreign of ['AttributesToGet', 'ConsistentRead']) {
      if (input[foreign] != null)
        throw validationError(`TransactItems: Get.${foreign} is not a member of a transaction`);
    }
    return checkInput('GetItem', input, database.store);
  });
  return database.write(async (stage) => {
    const reasons: CancellationReason[] = [];
    const places = await Promise.all(
      steps.map(async ({ input }, index) => {
        try {
          const place = await placeOf(stage, input);
          reasons[index] = { Code: 'None' };
          return place;
        } catch (error) {
          if (!isRefusal(error) || nameOf(error) !== 'ValidationException') throw error;
          reasons[index] = { Code: 'ValidationError', Message: messageOf(error) };
          return undefined;
        }
      }),
    );
    refuseTwice(places);
    if (reasons.some(({ Code }) => Code !== 'None')) throw canceled(reasons);
    const responses = await Promise.all(
      checked.map((input) =>
        database
          .view()
          .run(operations.GetItem.action, { ...input, ReturnConsumedCapacity: request['ReturnConsumedCapacity'] }),
      ),
    );
    return {
      Responses: responses.map((response) => (response !== '' && response['Item'] ? { Item: response['Item'] } : {})),
      ...consumedCapacity(request['ReturnConsumedCapacity'], steps, responses),
    };
  });
}
