import { proofOf } from '../platform/facts';
import { cognitoFacts } from './facts/cognito/cognito-facts';
import { dynamodbFacts } from './facts/dynamodb/dynamodb-facts';
import { s3Facts } from './facts/s3/s3-facts';
import { sqsFacts } from './facts/sqs/sqs-facts';

export const facts = [proofOf(cognitoFacts), proofOf(dynamodbFacts), proofOf(s3Facts), proofOf(sqsFacts)];
