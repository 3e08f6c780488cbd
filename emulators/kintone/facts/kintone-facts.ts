import type { FactService } from '../../platform/facts';
import { clientFrom, openSandbox, type KintoneSandbox } from './kintone-sandbox';
import { limitFacts } from './limit-facts';
import { recordFacts } from './record-facts';
import { refusalFacts } from './refusal-facts';

/** What the product assumes about Kintone, as far as an app for tests can be asked. */
export const kintoneFacts: FactService<KintoneSandbox> = {
  name: 'kintone',
  facts: [...recordFacts, ...refusalFacts, ...limitFacts],
  open: async (environment) => openSandbox(clientFrom(environment)),
};
