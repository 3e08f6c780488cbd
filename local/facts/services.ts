import { cognitoFacts } from './cognito/cognito-facts';
import { dynamodbFacts } from './dynamodb/dynamodb-facts';
import type { FactService } from './fact';
import { kintoneFacts } from './kintone/kintone-facts';
import { s3Facts } from './s3/s3-facts';
import { sqsFacts } from './sqs/sqs-facts';
import { prove, type Proving, type Report } from './prove';
import { stripeFacts } from './stripe/stripe-facts';

const row = <Sandbox>(service: FactService<Sandbox>) => ({
  name: service.name,
  prove: (proving: Proving): Promise<Report> => prove(service, proving),
});

/** All services with facts; a new one is a folder here and a row. */
export const services = [
  row(stripeFacts),
  row(cognitoFacts),
  row(dynamodbFacts),
  row(kintoneFacts),
  row(s3Facts),
  row(sqsFacts),
];
