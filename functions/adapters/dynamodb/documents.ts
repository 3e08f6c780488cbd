import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * One client for each container, kept over its calls. A request without a response fails within the gateway's time
 * limit. Endpoint, region and credentials are the SDK's own settings.
 */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
  {
    marshallOptions: { removeUndefinedValues: true },
  },
);
