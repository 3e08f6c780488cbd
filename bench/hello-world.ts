import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** A function that only creates one AWS client: the base of all ratios. */
export const handler = async () => ({ statusCode: 200, body: await client.config.region() });
