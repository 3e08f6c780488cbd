import { readStatements } from '../deployed/statement';
import type { Deployed } from '../deployed/deployed';
import type { ResourceType } from '../deployed/resource-type';

function grant(deployed: Deployed, role: string, document: unknown): void {
  deployed.statements.set(role, [...(deployed.statements.get(role) ?? []), ...readStatements(document, role)]);
}

/** Roles have their policies' permissions; the front of each AWS service enforces them (local/cloud/access). */
export const iamRole: ResourceType = {
  types: ['AWS::IAM::Role'],
  async make({ properties, generatedName, account }, { deployed }) {
    const { RoleName, Policies = [] } = properties as { RoleName?: string; Policies?: { PolicyDocument: unknown }[] };
    const name = RoleName ?? generatedName;
    deployed.statements.set(name, deployed.statements.get(name) ?? []);
    for (const policy of Policies) grant(deployed, name, policy.PolicyDocument);
    return { ref: name, attributes: { Arn: `arn:aws:iam::${account}:role/${name}`, RoleId: name } };
  },
};

export const iamPolicy: ResourceType = {
  types: ['AWS::IAM::Policy'],
  async make({ properties, generatedName, account }, { deployed }) {
    const { PolicyDocument, Roles = [] } = properties as { PolicyDocument: unknown; Roles?: string[] };
    for (const role of Roles) grant(deployed, role, PolicyDocument);
    const arn = `arn:aws:iam::${account}:policy/${generatedName}`;
    return { ref: arn, attributes: { Id: generatedName, PolicyArn: arn } };
  },
};
