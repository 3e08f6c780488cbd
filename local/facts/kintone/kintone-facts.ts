import type { FactService } from '../fact';
import { clientFrom, openSandbox, type KintoneSandbox } from './kintone-sandbox';
import { limitFacts } from './limit-facts';
import { recordFacts } from './record-facts';
import { refusalFacts } from './refusal-facts';

/** All assumptions of the portal and its emulator about Kintone that an app for tests can be asked for. */
export const kintoneFacts: FactService<KintoneSandbox> = {
  name: 'kintone',
  facts: [...recordFacts, ...refusalFacts, ...limitFacts],
  async open(environment) {
    return openSandbox(clientFrom(environment));
  },
};
